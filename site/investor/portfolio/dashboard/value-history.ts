import type { ValueHistory } from '#contract/portfolio/portfolio'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import type { Period } from '#shared/enums/portfolios'

/** A point in time: the last recorded value, and the net contributions so far. */
export interface ValueHistoryPoint {
  time: string
  /** Undefined until a value was recorded. */
  value: string | undefined
  /** Deposits minus withdrawals. */
  contributed: string
}

/** One reading for each time at which a chart line changes, oldest first. */
export function toHistoryPoints({ points, contributions }: ValueHistory): ValueHistoryPoint[] {
  const changes = [
    ...points.map(({ time, total_value }) => ({ time, value: total_value })),
    ...contributions.map(({ time, net }) => ({ time, contributed: net })),
  ].sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
  const readings: ValueHistoryPoint[] = []
  for (const change of changes) {
    const last = readings.at(-1)
    const before = { value: last?.value, contributed: last?.contributed ?? '0.00' }
    if (last?.time === change.time) readings.pop()
    readings.push({ ...before, ...change })
  }
  return readings
}

/** The start of a period that ends now, in UTC: the end of its day, as in `getMeasurementPeriod`. */
function beginningOf(period: Period, now: number): number {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (period === 'All') return Number.NEGATIVE_INFINITY
  if (period === 'YTD') return Date.UTC(year, 0, 1)
  const before = { '1M': 1, '3M': 3, '1Y': 12 }[period]
  const lastOfMonth = new Date(Date.UTC(year, month - before + 1, 0)).getUTCDate()
  return Date.UTC(year, month - before, Math.min(day, lastOfMonth) + 1)
}

/** The readings of a period, from the one in effect at its start to the last one, extended to now. */
export function filterHistoryByPeriod(
  readings: readonly ValueHistoryPoint[],
  period: Period,
  now: number,
): ValueHistoryPoint[] {
  if (period === 'All') return [...readings]
  const from = beginningOf(period, now)
  const inside = readings.filter(({ time }) => Date.parse(time) >= from)
  const before = readings.findLast(({ time }) => Date.parse(time) < from)
  const opening = before && { ...before, time: new Date(from).toISOString() }
  const all = opening ? [opening, ...inside] : inside
  const last = all.at(-1)
  const isOld = last !== undefined && Date.parse(last.time) < now
  return isOld ? [...all, { ...last, time: new Date(now).toISOString() }] : all
}

/** The last reading of each month, oldest first. */
export function listMonthEnds(readings: readonly ValueHistoryPoint[]): ValueHistoryPoint[] {
  const ends = new Map<string, ValueHistoryPoint>()
  for (const reading of readings) ends.set(reading.time.slice(0, 7), reading)
  return [...ends.values()]
}

/** A text description of the chart. */
export function describeHistory(readings: readonly ValueHistoryPoint[]): string {
  const valued = readings.filter(({ value }) => value !== undefined)
  const [first, last] = [valued[0], valued.at(-1)]
  if (first?.value === undefined || last?.value === undefined) return 'No values recorded.'
  const contributed = readings.at(-1)?.contributed ?? '0.00'
  return (
    `Portfolio value from ${formatCalendarDate(first.time)} to ${formatCalendarDate(last.time)}: ` +
    `from ${formatMoney(first.value)} to ${formatMoney(last.value)}, ` +
    `with net contributions of ${formatMoney(contributed)} at the end.`
  )
}
