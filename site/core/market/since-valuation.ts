import type { ChartPoint } from '#contract/market'

const DAY_MS = 86_400_000

/** A price on a day and now. */
export interface Move {
  before: number
  now: number
  /** Percent from the first to the second. */
  change: number
}

/**
 * What a price did since a day, `YYYY-MM-DD` in UTC, by the last point of that day or before it. Undefined where the
 * points, oldest first, begin later.
 */
export function moveSince(points: readonly ChartPoint[], day: string): Move | undefined {
  const end = Date.parse(day) + DAY_MS
  const before = points.findLast(({ time }) => Date.parse(time) < end)?.price
  const now = points.at(-1)?.price
  return before && now ? { before, now, change: (now / before - 1) * 100 } : undefined
}
