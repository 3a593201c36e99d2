/** The price of a metal or a coin over the same days as a return. */
import { getActiveFeed } from '#modules/market/active-feed'
import { addDays, type Day, daysBetween } from '#shared/calculations/calendar'
import { marketAssets } from '#shared/market-assets'

const DAY_MS = 86_400_000
/** Ten years. */
const MAX_POINTS = 3_660
/** Maximum age in days of a stored price on the day it represents. */
const MAX_AGE = 7

interface DayPrice {
  at: Day
  price: number
}

export interface Benchmark {
  symbol: string
  name: string
  source: 'live' | 'simulated' | null
  /** Change over a period in percent; null without stored prices at both ends. */
  changeOf: (from: Day, to: Day) => number | null
}

/** The price at the end of a day. */
function priceAt(prices: readonly DayPrice[], day: Day): number | undefined {
  const found = prices.findLast(({ at }) => at <= day)
  return found && daysBetween(found.at, day) <= MAX_AGE ? found.price : undefined
}

/** The stored daily prices of an asset since `since`, and its price now. */
export async function getBenchmark(symbol: string, since: Day, today: Day): Promise<Benchmark> {
  const name = marketAssets.find((asset) => asset.symbol === symbol)?.name ?? symbol
  const feed = getActiveFeed()
  const quote = feed?.snapshot()?.quotes.find((candidate) => candidate.symbol === symbol)
  if (!feed || !quote) return { symbol, name, source: null, changeOf: () => null }
  const points = Math.min(MAX_POINTS, daysBetween(since, today) + MAX_AGE + 2)
  const past = await feed.history({ symbol, points, step: DAY_MS, before: quote.asOf })
  const prices = [
    // A point lies at the beginning of its day, which is the end of the previous one.
    ...past.map(({ time, price }) => ({ at: addDays(new Date(time).toISOString().slice(0, 10), -1), price })),
    { at: new Date(quote.asOf).toISOString().slice(0, 10), price: quote.price },
  ]
  return {
    symbol,
    name,
    source: feed.source,
    changeOf(from, to) {
      const [start, end] = [priceAt(prices, from), priceAt(prices, to)]
      return start === undefined || end === undefined
        ? null
        : Math.round((end / start - 1) * 1_000_000) / 10_000
    },
  }
}
