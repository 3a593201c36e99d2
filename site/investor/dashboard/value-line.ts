import type { ValueHistory } from '#contract/portfolio'
import { formatCalendarDate, formatMoney } from '#core/format/format'

const dayOf = (time: string): string => time.slice(0, 10)

/**
 * Whether the values make a line. Those of one day are a dot at the edge where money was paid in on days before it, and
 * no line at all where there is one value.
 */
export function hasLine({ points, contributions }: ValueHistory): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return false
  const day = dayOf(first.time)
  return day !== dayOf(last.time) || contributions.every(({ time }) => dayOf(time) >= day)
}

/** What is said in place of a line. */
export function describeMissingLine({ points }: ValueHistory): string {
  const last = points.at(-1)
  const needed = 'A line needs the values of two days.'
  return last
    ? `A value is recorded from ${formatCalendarDate(last.time)} on: ${formatMoney(last.total_value)}. ${needed}`
    : needed
}
