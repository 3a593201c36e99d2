import { expect, test } from 'vitest'
import { faultOf, rangeOf } from './ranges.ts'

const now = new Date('2026-05-14T23:00:00Z')

test('knows the days of each preset', () => {
  expect(rangeOf('this_month', now)).toEqual({ from: '2026-05-01', to: '2026-05-14' })
  expect(rangeOf('last_month', now)).toEqual({ from: '2026-04-01', to: '2026-04-30' })
  expect(rangeOf('quarter', now)).toEqual({ from: '2026-04-01', to: '2026-05-14' })
  expect(rangeOf('year', now)).toEqual({ from: '2026-01-01', to: '2026-05-14' })
  expect(rangeOf('last_month', new Date('2028-03-31T00:00:00Z'))).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  })
  expect(rangeOf('last_month', new Date('2026-01-01T00:00:00Z'))).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  })
})

test('says what is wrong with a range', () => {
  expect(faultOf({ from: '2026-05-01', to: '2026-05-01' }, now)).toBeUndefined()
  expect(faultOf({ from: '', to: '2026-05-01' }, now)).toBe('Choose both days')
  expect(faultOf({ from: '2026-05-02', to: '2026-05-01' }, now)).toBe('The last day is before the first one')
  expect(faultOf({ from: '2026-05-15', to: '2026-05-16' }, now)).toBe('The first day has not come yet')
})
