/** Mornings in the time zones of readers. */

/** The hour of the daily mail. */
const MORNING_HOUR = 8
const DAY_MS = 86_400_000

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return local - Math.floor(instant / 1000) * 1000
}

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

/** Whether the time zone database has it. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}
