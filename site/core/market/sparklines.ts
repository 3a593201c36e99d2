import { market } from '#contract/market/market'
import { callApi } from '#core/api/api'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'

/** Milliseconds before the lines are fetched again; their points are four hours apart. */
const LIFETIME_MS = 15 * 60_000

/** Seven days of prices for every asset, oldest first, by `GET /crypto-prices` id. One request covers all. */
export const $sparklines = createQueryView(
  createQuery<ReadonlyMap<string, readonly number[]>>('sparklines', {
    dedupeTime: LIFETIME_MS,
    fetcher: async () =>
      new Map((await callApi(market.listSparklines)).map(({ id, prices }) => [id, prices])),
  }),
)

/**
 * The price line in a drawing of `width` by `height` with at most `count` points, including the last price: the
 * `points` of an SVG polyline. A constant price is a line in the middle. Undefined for fewer than two prices.
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
