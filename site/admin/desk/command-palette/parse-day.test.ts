import { expect, test } from 'vitest'
import { parseDay } from './parse-day.ts'

test.each([
  '2026-11-20',
  '11/20/26',
  '11/20/2026',
  '20 Nov 2026',
  '20 November 2026',
  'Nov 20, 2026',
  ' november 20, 2026 ',
])('reads the day %s', (text) => expect(parseDay(text)).toBe('2026-11-20'))

test('reads the month first between slashes', () => {
  expect(parseDay('3/2/26')).toBe('2026-03-02')
  expect(parseDay('20/11/26')).toBeUndefined()
})

test.each(['', '12500', '2026-02-30', '2/30/26', '30 Feb 2026', '2 Foo 2026', '2 Ma 2026', 'FT-77'])(
  'reads no day in %s',
  (text) => expect(parseDay(text)).toBeUndefined(),
)
