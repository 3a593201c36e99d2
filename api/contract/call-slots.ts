/** The times of the call form that are still to come: the form offers them, and the server accepts no others. */
import { callTimes } from '#shared/enums/support'
import { type CallZone, callZones } from './support.ts'

/** Date and time in the zone of a call, as `YYYY-MM-DD HH:MM:SS`: Swedish writes them as ISO 8601 does, in few bytes. */
const clockIn = (zone: CallZone, now: Date): string => now.toLocaleString('sv', { timeZone: callZones[zone] })

/** Today in the zone of a call, as `YYYY-MM-DD`. */
export const callToday = (zone: CallZone, now: Date = new Date()): string => clockIn(zone, now).slice(0, 10)

/** The times of a day (`YYYY-MM-DD`) at which a call can still begin; all of them while no day is chosen. */
export function openCallTimes(zone: CallZone, day: string, now: Date = new Date()) {
  const clock = clockIn(zone, now)
  return callTimes.filter((time) => day === '' || `${day} ${time}` > clock)
}

/** The first day, as `YYYY-MM-DD`, on which a call can still begin: today, or tomorrow once the last time has passed. */
export function firstCallDay(zone: CallZone, now: Date = new Date()): string {
  const today = callToday(zone, now)
  if (openCallTimes(zone, today, now).length > 0) return today
  return new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
}
