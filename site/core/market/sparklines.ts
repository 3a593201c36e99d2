import { market } from '#contract/market'
import { call } from '#core/api/api'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'

/** Milliseconds for which the lines are not fetched again: their points are four hours apart. */
const LIFETIME_MS = 15 * 60_000

/** The prices of seven days of every asset, oldest first, by the id of `GET /crypto-prices`. One request for all. */
export const $sparklines = createQueryView(
  createQuery<ReadonlyMap<string, readonly number[]>>('sparklines', {
    dedupeTime: LIFETIME_MS,
    fetcher: async () => new Map((await call(market.sparklines)).map(({ id, prices }) => [id, prices])),
  }),
)

/**
 * The line through prices in a drawing of `width` by `height`, with at most `count` points, the last price included:
 * the `points` of an SVG polyline. A constant price is a line in the middle. Undefined for fewer than two prices.
 */
export function drawSparkline(
  prices: readonly number[],
  { width, height, count }: { width: number; height: number; count: number },
): string | undefined {
  if (prices.length < 2) return undefined
  const stride = Math.ceil(prices.length / count)
  const shown = prices.filter((_, at) => (prices.length - 1 - at) % stride === 0)
  const [low, high] = [Math.min(...shown), Math.max(...shown)]
  const place = (value: number) => Number(value.toFixed(1))
  return shown
    .map((price, at) => {
      const share = high === low ? 0.5 : (price - low) / (high - low)
      return `${place((at / (shown.length - 1)) * width)},${place((1 - share) * height)}`
    })
    .join(' ')
}
