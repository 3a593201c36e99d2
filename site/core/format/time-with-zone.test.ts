import { describe, expect, it } from 'vitest'
import { formatTime, getTimeZoneName } from './time-with-zone.ts'

describe('times of day', () => {
  it('of market prices show the time of day', () => {
    expect(formatTime('2026-11-20T09:05:03Z', 'UTC')).toBe('09:05:03 UTC')
  })
  it('of charts name the zone', () => {
    expect(getTimeZoneName(new Date('2026-11-20T09:05:03Z'), 'Europe/Zurich')).toBe('GMT+1')
    expect(getTimeZoneName(new Date('2026-11-20T09:05:03Z'), 'UTC')).toBe('UTC')
  })
})
