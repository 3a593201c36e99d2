/**
 * Coins from CoinGecko: `/coins/markets` for the prices, `/coins/{id}/market_chart` for their history. Without a paid
 * plan the interval keeps to 10,000 calls a month.
 */

import { fetchJson, parseTime, toFields, UpstreamError } from '#modules/market/fetch-source'
import type { HistoryRange, Observation, PastPrice, PriceSource } from '#modules/market/price-source'

const MINUTE = 60_000
const COINS = 100
/** The host for keys of the free plan; keys for any other host belong to a paid plan. */
const FREE_HOST = 'api.coingecko.com'
const FREE = { every: 5 * MINUTE, monthlyCalls: 10_000 }
const PAID = { every: MINUTE, monthlyCalls: 500_000 }

interface CoinGeckoOptions {
  url: string
  /** Empty without a plan. */
  key: string
  timeout?: number
}

function readCoin(value: unknown): Observation[] {
  const coin = toFields(value)
  const { id, symbol, name } = coin
  if (typeof id !== 'string' || typeof symbol !== 'string' || typeof name !== 'string') return []
  return [
    {
      slug: id,
      symbol: symbol.toUpperCase(),
      name,
      price: coin.current_price,
      asOf: parseTime(coin.last_updated),
      change: coin.price_change_percentage_24h ?? null,
      marketCap: coin.market_cap,
      volume: coin.total_volume,
    },
  ]
}

/** Pairs of a time in milliseconds and a figure. */
const readSeries = (value: unknown): [number, unknown][] =>
  (Array.isArray(value) ? value : []).flatMap((pair): [number, unknown][] =>
    Array.isArray(pair) && typeof pair[0] === 'number' ? [[pair[0], pair[1]]] : [],
  )

export function createCoinGecko({ url, key, timeout }: CoinGeckoOptions): PriceSource {
  const isPaid = key !== '' && URL.parse(url)?.hostname !== FREE_HOST
  const headers = key ? { [isPaid ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key } : undefined
  const request = (path: string, signal: AbortSignal) =>
    fetchJson(`${url}${path}`, { signal, headers, timeout })

  return {
    name: 'coingecko',
    kind: 'crypto',
    ...(isPaid ? PAID : FREE),

    async readPrices(signal) {
      const response = await request(
        `/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=${COINS}&page=1&price_change_percentage=24h`,
        signal,
      )
      if (!Array.isArray(response)) throw new UpstreamError('sent no list of coins')
      return response.flatMap(readCoin)
    },

    async readHistory(slug: string, { days }: HistoryRange, signal: AbortSignal): Promise<PastPrice[]> {
      // The distance of the points follows from the days: 5 minutes for one, an hour up to 90, else a day.
      const response = toFields(
        await request(`/coins/${encodeURIComponent(slug)}/market_chart?vs_currency=usd&days=${days}`, signal),
      )
      if (!Array.isArray(response.prices)) throw new UpstreamError('sent no history')
      const volumes = new Map(readSeries(response.total_volumes))
      return readSeries(response.prices).map(([time, price]) => ({ time, price, volume: volumes.get(time) }))
    },
  }
}
