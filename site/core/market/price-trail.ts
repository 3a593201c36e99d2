import { type CryptoPrice, market } from '#contract/market'
import { call } from '#core/api/api'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'

/** Milliseconds for which the small line of seven days is not fetched again: its points are an hour apart. */
const TRAIL_LIFETIME_MS = 15 * 60_000

/** A symbol that the endpoint of charts accepts. */
const chartedSymbol = /^[A-Z0-9]{1,20}$/

const makeTrail = (symbol: string) =>
  createQueryView(
    createQuery<readonly number[]>(`price-trail/${symbol}`, {
      dedupeTime: TRAIL_LIFETIME_MS,
      fetcher: async () => {
        const points = await call(market.chart, { params: { symbol, range: '7d' } })
        return points.map(({ price }) => price)
      },
    }),
  )

const trails = new Map<string, ReturnType<typeof makeTrail>>()

/** The prices of an asset over seven days, oldest first; the same store on each call. Fetched once it is listened to. */
export function trailOf(symbol: string): ReturnType<typeof makeTrail> {
  const trail = trails.get(symbol) ?? makeTrail(symbol)
  trails.set(symbol, trail)
  return trail
}

/**
 * The ids of the coins whose history can be read by their symbol: of several with one symbol, the history is that of
 * the first. `taken` are symbols of other assets.
 */
export function findCharted(coins: readonly CryptoPrice[], taken: readonly string[]): ReadonlySet<string> {
  const used = new Set(taken)
  const charted = new Set<string>()
  for (const { id, symbol } of coins) {
    const name = symbol.toUpperCase()
    if (used.has(name) || !chartedSymbol.test(name)) continue
    used.add(name)
    charted.add(id)
  }
  return charted
}

/**
 * The line through prices in a drawing of `width` by `height`, with at most `count` points, the last price included:
 * the `points` of an SVG polyline. A constant price is a line in the middle. Undefined for fewer than two prices.
 */
export function drawTrail(
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
