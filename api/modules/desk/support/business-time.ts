/** Business time, which counts only while a department works. Pure functions. */
import { type Weekday, weekdays } from '#shared/enums/site'

/**
 * When a department works. `from` and `to` are `HH:MM` in its own time zone; `to` is after `from`, up to
 * `24:00`.
 */
export interface BusinessHours {
  days: readonly Weekday[]
  from: string
  to: string
  /** An IANA time zone. */
  zone: string
}

const MINUTE = 60_000
const DAY = 86_400_000
/** Days tried before an error: only 720 hours at one minute a week would need more. */
const DAYS_MAX = 20_000

/** The formatters of the zones in use: creating one takes a tenth of a millisecond. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formatters.set(zone, made)
  return made
}

/** The clock time of a zone at an instant, in milliseconds as if it were UTC. */
function clockAt(instant: number, zone: string): number {
  const text = formatterOf(zone).format(instant)
  return Date.parse(`${text.replace(' ', 'T')}Z`) + (((instant % 1000) + 1000) % 1000)
}

/**
 * The instant at which the clock of a zone shows `clock` (milliseconds, as if UTC). A time skipped by
 * daylight saving is moved past the jump; of a time that occurs twice, it is the first.
 */
function instantOf(clock: number, zone: string): number {
  const shiftAt = (instant: number) => clockAt(instant, zone) - instant
  const before = shiftAt(clock - DAY)
  const after = shiftAt(clock + DAY)
  for (const shift of [before, after]) {
    const instant = clock - shift
    if (clockAt(instant, zone) === clock) return instant
  }
  return clock - before
}

const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

export function isKnownTimeZone(zone: string): boolean {
  try {
    return formatterOf(zone) !== undefined
  } catch {
    return false
  }
}

/** The working periods that end after an instant, in order, as instants in milliseconds. */
function* periodsAfter(start: number, { days, from, to, zone }: BusinessHours) {
  const open = new Set(days)
  const firstDay = Math.floor(clockAt(start, zone) / DAY) * DAY
  for (let n = 0; n < DAYS_MAX; n += 1) {
    const day = firstDay + n * DAY
    // 1 January 1970 was a Thursday.
    const weekday = weekdays[(Math.round(day / DAY) + 3) % 7]
    if (!weekday || !open.has(weekday)) continue
    const begin = instantOf(day + minutesOf(from) * MINUTE, zone)
    const end = instantOf(day + minutesOf(to) * MINUTE, zone)
    if (end > start) yield { begin, end }
  }
}

/**
 * The instant by which `minutes` of business time have passed since `start`. Time outside business hours does
 * not count. Work that would end at closing time ends that day, not the next morning.
 */
export function addBusinessMinutes(start: Date, minutes: number, hours: BusinessHours): Date {
  let left = minutes * MINUTE
  for (const { begin, end } of periodsAfter(start.getTime(), hours)) {
    const from = Math.max(begin, start.getTime())
    if (from + left <= end) return new Date(from + left)
    left -= end - from
  }
  throw new RangeError('A department without hours of work has no due time')
}

/** Minutes of business time between two instants, rounded down; 0 if the second is not later. */
export function businessMinutesBetween(start: Date, end: Date, hours: BusinessHours): number {
  let worked = 0
  for (const period of periodsAfter(start.getTime(), hours)) {
    const from = Math.max(period.begin, start.getTime())
    if (from >= end.getTime()) break
    worked += Math.min(period.end, end.getTime()) - from
  }
  return Math.floor(worked / MINUTE)
}
