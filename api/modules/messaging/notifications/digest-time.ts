/** Mornings in the time zones of readers. */
import { getTimeZoneOffset, isTimeZone } from '#shared/time-zone'

/** The hour of the daily digest. */
const MORNING_HOUR = 8
const DAY_MS = 86_400_000

/** The most recent eight o'clock in a time zone before `now`. Without a time zone, or with an unknown one, in UTC. */
export function getLatestDigestTime(now: Date, timeZone: string): Date {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const local = now.getTime() + getTimeZoneOffset(now.getTime(), zone)
  const today = Math.floor(local / DAY_MS) * DAY_MS + MORNING_HOUR * 3_600_000
  const morning = local < today ? today - DAY_MS : today
  // The clocks may have changed since.
  const near = morning - getTimeZoneOffset(morning, zone)
  return new Date(morning - getTimeZoneOffset(near, zone))
}
