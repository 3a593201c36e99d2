/** Which times of the call form are still to come: the form offers them, and the server takes no others. */
import { type CallZone, callTimes, callZones } from './support.ts'

/** Date and time in an IANA zone, as `YYYY-MM-DDTHH:MM`. */
function clockIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** Today in the zone of a call, as `YYYY-MM-DD`. */
export const callToday = (zone: CallZone, now: Date = new Date()): string =>
  clockIn(callZones[zone], now).slice(0, 10)

/** The times of a day (`YYYY-MM-DD`) at which a call can still begin; all of them while no day is chosen. */
export function openCallTimes(zone: CallZone, day: string, now: Date = new Date()) {
  const clock = clockIn(callZones[zone], now)
  return callTimes.filter((time) => day === '' || `${day}T${time}` > clock)
}

/** The first day, as `YYYY-MM-DD`, on which a call can still begin: today, or tomorrow once the last time has passed. */
export function firstCallDay(zone: CallZone, now: Date = new Date()): string {
  const today = callToday(zone, now)
  if (openCallTimes(zone, today, now).length > 0) return today
  return new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
}
