import { expect, test } from 'vitest'
import { formatDatedMoment, formatUtcMoment } from './dated-moment.ts'

const now = new Date(2026, 10, 20, 12, 0)
const iso = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('has the year when it was not this year', () => {
  expect(formatDatedMoment(iso(2026, 10, 20, 9, 5), now)).toBe('09:05')
  expect(formatDatedMoment(iso(2026, 0, 1, 0, 30), now)).toBe('Jan 1, 00:30')
  expect(formatDatedMoment(iso(2025, 11, 31, 23, 30), now)).toBe('Dec 31, 2025, 23:30')
})

test('writes an instant in the format of the site, with the time in UTC', () => {
  expect(formatUtcMoment('2026-10-30T14:05:59.000Z', 'DD/MM/YYYY')).toBe('30/10/2026 14:05 UTC')
})
