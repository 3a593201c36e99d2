/** Positions of the labels on chart axes. Times are milliseconds since 1970. */
import { getReaderTimeZone } from '#core/format/reader-format'
import { getTimeZoneOffset } from '#shared/time-zone'

export interface AxisTick {
  at: number
  text: string
}

/** Time zone of days and hours: UTC for platform bookings, the reader's zone for market prices. */
export type TickTimeZone = 'utc' | 'local'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const MINUTE_STEPS = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720]
const DAY_STEPS = [1, 2, 7, 14]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120]

/** Offset of the reader's clock from UTC. */
function readersOffset(time: number): number {
  const zone = getReaderTimeZone()
  return zone ? getTimeZoneOffset(time, zone) : -new Date(time).getTimezoneOffset() * MINUTE_MS
}

const offsetIn = (zone: TickTimeZone, time: number): number => (zone === 'utc' ? 0 : readersOffset(time))

function readCalendar(time: number, zone: TickTimeZone) {
  const date = new Date(time + offsetIn(zone, time))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
}

function timeOf(zone: TickTimeZone, year: number, month: number, day = 1, minute = 0): number {
  const shown = Date.UTC(year, month, day, 0, minute)
  // The clocks may have changed between the two.
  const near = shown - offsetIn(zone, shown)
  return shown - offsetIn(zone, near)
}

const format = (time: number, zone: TickTimeZone, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', {
    ...options,
    timeZone: zone === 'utc' ? 'UTC' : getReaderTimeZone(),
  }).format(time)

const dayText = (time: number, zone: TickTimeZone) => format(time, zone, { month: 'short', day: 'numeric' })

/**
 * Round times between two timestamps, inclusive: at most about `count` minutes, hours, days or months, whichever unit
 * fits.
 */
export function axisTicks(from: number, to: number, count: number, zone: TickTimeZone = 'utc'): AxisTick[] {
  const minutes = (to - from) / MINUTE_MS
  const minuteStep = MINUTE_STEPS.find((step) => minutes / step <= count)
  const dayStep = DAY_STEPS.find((step) => (to - from) / DAY_MS / step <= count)
  const marks = minuteStep
    ? minuteMarks(from, to, minuteStep, zone)
    : dayStep
      ? dayMarks(from, to, dayStep, zone)
      : monthMarks(from, to, count, zone)
  return marks.filter(({ at }) => at >= from && at <= to)
}

function minuteMarks(from: number, to: number, step: number, zone: TickTimeZone): AxisTick[] {
  const { year, month, day } = readCalendar(from, zone)
  const marks: AxisTick[] = []
  for (let minute = 0; ; minute += step) {
    const at = timeOf(zone, year, month, day, minute)
    if (at > to) return marks
    // An hour that daylight saving time repeats or skips gets one label.
    if (at <= (marks.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) continue
    const time = format(at, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    marks.push({ at, text: time === '00:00' ? dayText(at, zone) : time })
  }
}

function dayMarks(from: number, to: number, step: number, zone: TickTimeZone): AxisTick[] {
  const { year, month, day } = readCalendar(from, zone)
  const first = timeOf(zone, year, month, day) < from ? day + 1 : day
  const marks: AxisTick[] = []
  for (let count = 0; ; count += step) {
    const at = timeOf(zone, year, month, first + count)
    if (at > to) return marks
    marks.push({ at, text: dayText(at, zone) })
  }
}

function monthMarks(from: number, to: number, count: number, zone: TickTimeZone): AxisTick[] {
  const [start, end] = [readCalendar(from, zone), readCalendar(to, zone)]
  const months = (end.year - start.year) * 12 + end.month - start.month
  const step = MONTH_STEPS.find((one) => months / one <= count) ?? Math.ceil(months / count)
  const marks: AxisTick[] = []
  // Counted from January, so that quarters and half-years begin in their usual months.
  for (let month = Math.ceil(start.month / step) * step; ; month += step) {
    const at = timeOf(zone, start.year, month)
    if (at > to) return marks
    const isYear = month % 12 === 0
    marks.push({ at, text: format(at, zone, isYear ? { year: 'numeric' } : { month: 'short' }) })
  }
}

/** The ticks whose label, centered at its time and at most `labelShare` of the axis wide, fits within the axis. */
export const filterTicksInside = (
  marks: readonly AxisTick[],
  from: number,
  to: number,
  labelShare: number,
): AxisTick[] => {
  const margin = ((to - from) * labelShare) / 2
  return marks.filter(({ at }) => at - margin >= from && at + margin <= to)
}

/** Both ends of an axis labeled with their days, for one too short for two round times. */
export const getAxisEnds = (from: number, to: number): AxisTick[] =>
  [from, to].map((at) => ({
    at,
    text: format(at, 'utc', { year: 'numeric', month: 'short', day: 'numeric' }),
  }))

/**
 * The upper end of a scale from 0 whose half is also round: the next of 1, 2, 3, 4, 5, 6, 8 and 10 times its power of
 * ten.
 */
export function roundUpScale(value: number): number {
  if (value <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  return size * ([1, 2, 3, 4, 5, 6, 8].find((step) => value <= step * size) ?? 10)
}
