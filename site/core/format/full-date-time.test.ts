import { expect, test } from 'vitest'
import { formatDateTimeWithYear, formatDay, formatFullDateTime } from './full-date-time.ts'
import { getTimeZoneName } from './time-with-zone.ts'

const now = new Date(2026, 10, 20, 12, 0)
const iso = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('includes the year if it is not this year', () => {
  expect(formatDateTimeWithYear(iso(2026, 10, 20, 9, 5), now)).toBe(`09:05 ${getTimeZoneName(now)}`)
  expect(formatDateTimeWithYear(iso(2026, 0, 1, 0, 30), now)).toBe(`Jan 1, 00:30 ${getTimeZoneName(now)}`)
  expect(formatDateTimeWithYear(iso(2025, 11, 31, 23, 30), now)).toBe(
    `Dec 31, 2025, 23:30 ${getTimeZoneName(now)}`,
  )
})

test('names the month, and the zone of a time of day', () => {
  expect(formatDay('2026-10-08T23:59:59.000Z')).toBe('Oct 8, 2026')
  expect(formatFullDateTime('2026-10-30T14:05:59.000Z', 'UTC')).toBe('Oct 30, 2026, 14:05 UTC')
  expect(formatFullDateTime('2026-10-30T14:05:59.000Z', 'America/New_York')).toBe('Oct 30, 2026, 10:05 EDT')
})
