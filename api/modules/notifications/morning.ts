/** Mornings in the time zones of readers. */
import { isTimeZone, offsetAt } from '#shared/time-zone'

/** The hour of the daily mail. */
const MORNING_HOUR = 8
const DAY_MS = 86_400_000

/** Eight o'clock in a time zone, the last one before `now`. Without a zone, or with an unknown one, in UTC. */
export function latestMorning(now: Date, timeZone: string): Date {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const local = now.getTime() + offsetAt(now.getTime(), zone)
  const today = Math.floor(local / DAY_MS) * DAY_MS + MORNING_HOUR * 3_600_000
  const morning = local < today ? today - DAY_MS : today
  // The clocks may have been changed since.
  const near = morning - offsetAt(morning, zone)
  return new Date(morning - offsetAt(near, zone))
}
