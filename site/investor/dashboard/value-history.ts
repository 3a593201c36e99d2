import type { ValuePoint } from '#contract/portfolio'
import { formatCalendarDate, formatMoney } from '#core/format'

/** The last point of each month, oldest first. */
export function monthEnds(points: readonly ValuePoint[]): ValuePoint[] {
  const ends = new Map<string, ValuePoint>()
  for (const point of points) ends.set(point.time.slice(0, 7), point)
  return [...ends.values()]
}

/** What the chart shows, in a sentence. */
export function describeHistory(points: readonly ValuePoint[]): string {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return 'No value has been recorded.'
  return (
    `Portfolio value from ${formatCalendarDate(first.time)} to ${formatCalendarDate(last.time)}: ` +
    `from ${formatMoney(first.total_value)} to ${formatMoney(last.total_value)}, ` +
    `with ${formatMoney(last.total_invested)} invested at the end.`
  )
}
