/** The remaining times of the call form. The form offers them and the server accepts no others. */
import { callTimes } from '#shared/enums/support'
import { type CallZone, callZones } from './support.ts'

/**
 * Date and time in the time zone of a call, as `YYYY-MM-DD HH:MM:SS`: the Swedish locale formats like ISO 8601, in few
 * bytes.
 */
const clockIn = (zone: CallZone, now: Date): string => now.toLocaleString('sv', { timeZone: callZones[zone] })

/** Today in the time zone of a call, as `YYYY-MM-DD`. */
export const getTodayInZone = (zone: CallZone, now: Date = new Date()): string =>
  clockIn(zone, now).slice(0, 10)

/** The times of a day (`YYYY-MM-DD`) at which a call can still begin; all of them while no day is chosen. */
export function listAvailableCallTimes(zone: CallZone, day: string, now: Date = new Date()) {
  const clock = clockIn(zone, now)
  return callTimes.filter((time) => day === '' || `${day} ${time}` > clock)
}

/** The first day (`YYYY-MM-DD`) on which a call can still begin: today, or tomorrow once the last slot has passed. */
export function getFirstAvailableCallDay(zone: CallZone, now: Date = new Date()): string {
  const today = getTodayInZone(zone, now)
  if (listAvailableCallTimes(zone, today, now).length > 0) return today
  return new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
}
