import { describe, expect, test } from 'vitest'
import { callTimes } from '#shared/enums/support'
import { getFirstAvailableCallDay, getTodayInZone, listAvailableCallTimes } from './call-times.ts'

describe('the day of a call', () => {
  test('follows the chosen time zone, including daylight saving time', () => {
    const lateInUtc = new Date('2026-07-01T05:30:00Z')
    expect(getTodayInZone('GMT', lateInUtc)).toBe('2026-07-01')
    expect(getTodayInZone('PST', lateInUtc)).toBe('2026-06-30')
    expect(getTodayInZone('EST', lateInUtc)).toBe('2026-07-01')
  })

  test('is tomorrow at the earliest once the last slot of today has passed', () => {
    expect(getFirstAvailableCallDay('GMT', new Date('2026-12-31T16:59:00Z'))).toBe('2026-12-31')
    expect(getFirstAvailableCallDay('GMT', new Date('2026-12-31T17:00:00Z'))).toBe('2027-01-01')
    expect(getFirstAvailableCallDay('PST', new Date('2026-12-31T17:00:00Z'))).toBe('2026-12-31')
  })
})

describe('the times of a call', () => {
  const now = new Date('2026-07-01T19:00:00Z')

  test('are the remaining times of today in the chosen time zone', () => {
    // 12:00 in Los Angeles in summer.
    expect(listAvailableCallTimes('PST', '2026-07-01', now)).toEqual([
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
    ])
    expect(listAvailableCallTimes('GMT', '2026-07-01', now)).toEqual([])
  })

  test('are all times on a later day, and before a day is chosen', () => {
    expect(listAvailableCallTimes('GMT', '2026-07-02', now)).toEqual([...callTimes])
    expect(listAvailableCallTimes('GMT', '', now)).toEqual([...callTimes])
    expect(listAvailableCallTimes('PST', '2026-06-30', now)).toEqual([])
  })
})
