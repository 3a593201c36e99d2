import { expect, it } from 'vitest'
import { todayIn } from './calendar.ts'

it('is the day of the zone, daylight saving included', () => {
  const lateInUtc = new Date('2026-07-01T05:30:00Z')
  expect(todayIn('UTC', lateInUtc)).toBe('2026-07-01')
  expect(todayIn('America/Los_Angeles', lateInUtc)).toBe('2026-06-30')
  expect(todayIn('America/New_York', lateInUtc)).toBe('2026-07-01')
})
