import { expect, test } from 'vitest'
import { getNextSendTime, getPreviousPeriod } from './schedule-times.ts'

test.each([
  ['daily', '2026-02-28T05:59:59Z', '2026-02-28T06:00:00.000Z'],
  ['daily', '2026-02-28T06:00:00Z', '2026-03-01T06:00:00.000Z'],
  ['weekly', '2026-01-05T05:00:00Z', '2026-01-05T06:00:00.000Z'],
  ['weekly', '2026-01-05T06:00:00Z', '2026-01-12T06:00:00.000Z'],
  ['weekly', '2026-01-11T23:00:00Z', '2026-01-12T06:00:00.000Z'],
  ['monthly', '2026-12-01T07:00:00Z', '2027-01-01T06:00:00.000Z'],
  ['monthly', '2026-12-01T05:00:00Z', '2026-12-01T06:00:00.000Z'],
] as const)('a %s schedule sends after %s at %s', (frequency, now, expected) => {
  expect(getNextSendTime(frequency, new Date(now)).toISOString()).toBe(expected)
})

test.each([
  ['daily', '2026-03-01T06:00:00Z', '2026-02-28', '2026-02-28'],
  ['weekly', '2026-01-05T06:00:00Z', '2025-12-29', '2026-01-04'],
  ['weekly', '2026-01-08T06:00:00Z', '2025-12-29', '2026-01-04'],
  ['monthly', '2026-03-01T06:00:00Z', '2026-02-01', '2026-02-28'],
  ['monthly', '2028-03-15T06:00:00Z', '2028-02-01', '2028-02-29'],
] as const)('the %s period before %s is %s to %s', (frequency, now, from, to) => {
  expect(getPreviousPeriod(frequency, new Date(now))).toEqual({ from, to })
})
