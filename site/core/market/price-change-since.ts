import type { ChartPoint } from '#contract/market/market'

const DAY_MS = 86_400_000

/** A price on a given day and now. */
export interface PriceChange {
  before: number
  now: number
  /** Percentage change from the first to the second. */
  change: number
}

/**
 * The price change since a day (`YYYY-MM-DD`, UTC), measured from the last point on or before that day. Undefined if
 * the points, oldest first, begin later.
 */
export function getPriceChangeSince(points: readonly ChartPoint[], day: string): PriceChange | undefined {
  const end = Date.parse(day) + DAY_MS
  const before = points.findLast(({ time }) => Date.parse(time) < end)?.price
  const now = points.at(-1)?.price
  return before && now ? { before, now, change: (now / before - 1) * 100 } : undefined
}
