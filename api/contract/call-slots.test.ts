import { describe, expect, test } from 'vitest'
import { callTimes } from '#shared/enums/support'
import { callToday, firstCallDay, openCallTimes } from './call-slots.ts'

describe('the day of a call', () => {
  test('is that of the chosen zone, daylight saving included', () => {
    const lateInUtc = new Date('2026-07-01T05:30:00Z')
    expect(callToday('GMT', lateInUtc)).toBe('2026-07-01')
    expect(callToday('PST', lateInUtc)).toBe('2026-06-30')
    expect(callToday('EST', lateInUtc)).toBe('2026-07-01')
  })

  test('is tomorrow at the earliest once the last time of today has passed', () => {
    expect(firstCallDay('GMT', new Date('2026-12-31T16:59:00Z'))).toBe('2026-12-31')
    expect(firstCallDay('GMT', new Date('2026-12-31T17:00:00Z'))).toBe('2027-01-01')
    expect(firstCallDay('PST', new Date('2026-12-31T17:00:00Z'))).toBe('2026-12-31')
  })
})

describe('the times of a call', () => {
  const now = new Date('2026-07-01T19:00:00Z')

  test('are those of today still to come in the chosen zone', () => {
    // 12:00 in Los Angeles in summer.
    expect(openCallTimes('PST', '2026-07-01', now)).toEqual(['13:00', '14:00', '15:00', '16:00', '17:00'])
    expect(openCallTimes('GMT', '2026-07-01', now)).toEqual([])
  })

  test('are all of them on a later day, and before a day is chosen', () => {
    expect(openCallTimes('GMT', '2026-07-02', now)).toEqual([...callTimes])
    expect(openCallTimes('GMT', '', now)).toEqual([...callTimes])
    expect(openCallTimes('PST', '2026-06-30', now)).toEqual([])
  })
})
