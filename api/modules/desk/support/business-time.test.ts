import { expect, test } from 'vitest'
import {
  addBusinessMinutes,
  type BusinessHours,
  businessMinutesBetween,
  isKnownTimeZone,
} from './business-time.ts'

const office: BusinessHours = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '18:00',
  zone: 'America/Los_Angeles',
}
const always: BusinessHours = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  from: '00:00',
  to: '24:00',
  zone: 'UTC',
}
const due = (start: string, hours: number, when: BusinessHours = office) =>
  addBusinessMinutes(new Date(start), hours * 60, when).toISOString()

// In January, Los Angeles is at UTC-8: it opens at 17:00 UTC and closes at 02:00 UTC of the next day.
test.each([
  ['within a day', '2026-01-07T18:00:00Z', 2, '2026-01-07T20:00:00.000Z'],
  ['at the minute of closing', '2026-01-07T17:00:00Z', 9, '2026-01-08T02:00:00.000Z'],
  ['carries the rest to the next morning', '2026-01-08T01:00:00Z', 2, '2026-01-08T18:00:00.000Z'],
  ['arrived before opening', '2026-01-07T12:00:00Z', 1, '2026-01-07T18:00:00.000Z'],
  ['arrived after closing', '2026-01-08T03:00:00Z', 1, '2026-01-08T18:00:00.000Z'],
  ['arrived at closing', '2026-01-08T02:00:00Z', 1, '2026-01-08T18:00:00.000Z'],
  ['arrived on Friday evening, due on Monday', '2026-01-10T01:30:00Z', 1, '2026-01-12T17:30:00.000Z'],
  ['arrived on Sunday', '2026-01-11T20:00:00Z', 4, '2026-01-12T21:00:00.000Z'],
  ['over two weekends', '2026-01-09T17:00:00Z', 9 * 6 + 1, '2026-01-19T18:00:00.000Z'],
])('is due %s', (_, start, hours, expected) => expect(due(start, hours)).toBe(expected))

test('counts clock hours across a daylight saving change', () => {
  // On Sunday, 8 March 2026, the clock moves from UTC-8 to UTC-7: on Monday the office opens at 16:00 UTC.
  expect(due('2026-03-07T01:00:00Z', 2)).toBe('2026-03-09T17:00:00.000Z')
  // On Sunday, 1 November 2026, it moves back: on Monday the office opens at 17:00 UTC.
  expect(due('2026-10-31T00:30:00Z', 1)).toBe('2026-11-02T17:30:00.000Z')
  const sundays: BusinessHours = { ...office, days: ['sun'], from: '00:00', to: '06:00' }
  // 00:00 to 06:00 is five hours on the day that loses one, and seven on the day that gains one.
  const length = (day: string) =>
    businessMinutesBetween(
      new Date(`${day}T00:00:00Z`),
      new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000),
      sundays,
    )
  expect([length('2026-03-01'), length('2026-03-08'), length('2026-11-01')]).toEqual([360, 300, 420])
  // It opens at 02:30, which the clock skips, and so at 03:30.
  expect(due('2026-03-08T08:00:00Z', 1, { ...sundays, from: '02:30' })).toBe('2026-03-08T11:30:00.000Z')
})

test('runs across midnight without a break if a department never closes', () => {
  expect(due('2026-01-07T23:30:00Z', 1, always)).toBe('2026-01-08T00:30:00.000Z')
  expect(due('2026-01-09T23:00:00Z', 48, always)).toBe('2026-01-11T23:00:00.000Z')
  // The day of the department, not of UTC: in Sydney it is already Monday.
  const sydney: BusinessHours = { ...office, zone: 'Australia/Sydney' }
  expect(due('2026-01-11T22:30:00Z', 2, sydney)).toBe('2026-01-12T00:30:00.000Z')
})

test('measures business hours only', () => {
  const minutes = (from: string, to: string) => businessMinutesBetween(new Date(from), new Date(to), office)
  expect(minutes('2026-01-10T01:30:00Z', '2026-01-12T17:30:00Z')).toBe(60)
  expect(minutes('2026-01-10T12:00:00Z', '2026-01-11T12:00:00Z')).toBe(0)
  expect(minutes('2026-01-12T18:00:00Z', '2026-01-12T17:00:00Z')).toBe(0)
  expect(minutes('2026-01-07T18:00:00Z', '2026-01-07T18:00:59Z')).toBe(0)
})

test('adds exactly what it measures, for any start, duration and time zone', () => {
  for (const zone of ['America/Los_Angeles', 'Europe/Zurich', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    for (let n = 0; n < 200; n += 1) {
      const start = new Date(Date.UTC(2026, 0, 1) + n * 44_340_000)
      const hours = { ...office, zone }
      const end = addBusinessMinutes(start, 30 + n * 7, hours)
      expect(businessMinutesBetween(start, end, hours), `${zone} ${start.toISOString()}`).toBe(30 + n * 7)
    }
  }
})

test('recognizes time zones', () => {
  expect(['UTC', 'Europe/Zurich', 'Mars/Olympus', ''].map(isKnownTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
