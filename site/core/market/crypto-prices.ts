import { atom } from 'nanostores'
import { type CryptoPrice, market } from '#contract/market/market'
import { callApi } from '#core/api/api'
import { samplePrices } from '#shared/sample-prices'
import { parseProvenanceHeaders } from './internal/market-headers.ts'
import { createMarketStore } from './internal/market-store.ts'
import { tickerSamples } from './ticker-prices.ts'

const SAMPLED_AT = '2026-01-01T00:00:00.000Z'

/** Shown, and marked as a sample, if the list has never loaded. */
export const sampleCoins: readonly CryptoPrice[] = [
  {
    id: 'bitcoin',
    symbol: 'btc',
    name: 'Bitcoin',
    image: '',
    current_price: samplePrices.BTC,
    market_cap: 2_332_000_000_000,
    market_cap_rank: 1,
    price_change_percentage_24h: tickerSamples.btc.change,
    total_volume: 45_000_000_000,
    last_updated: SAMPLED_AT,
  },
  {
    id: 'ethereum',
    symbol: 'eth',
    name: 'Ethereum',
    image: '',
    current_price: samplePrices.ETH,
    market_cap: 577_000_000_000,
    market_cap_rank: 2,
    price_change_percentage_24h: tickerSamples.eth.change,
    total_volume: 28_000_000_000,
    last_updated: SAMPLED_AT,
  },
]

/** All coins the server lists. */
export const cryptoPrices = createMarketStore<readonly CryptoPrice[]>(
  'crypto-prices',
  async () => {
    let headers = new Headers()
    const data = await callApi(
      market.listCryptoPrices,
      {},
      {
        fresh: true,
        onHeaders: (sent) => {
          headers = sent
        },
      },
    )
    return { data, ...parseProvenanceHeaders(headers) }
  },
  () => sampleCoins,
)

const sortValues = {
  market_cap: (coin: CryptoPrice) => coin.market_cap,
  price: (coin: CryptoPrice) => coin.current_price,
  change: (coin: CryptoPrice) => coin.price_change_percentage_24h,
  volume: (coin: CryptoPrice) => coin.total_volume,
}

export type CoinSort = keyof typeof sortValues

export interface CoinListOptions {
  /** Part of a name or symbol, ignoring case. */
  search: string
  sort: CoinSort
  descending: boolean
}

/** The matching coins in the chosen order; those without the figure come last in either direction. */
export function filterAndSortCoins(
  coins: readonly CryptoPrice[],
  { search, sort, descending }: CoinListOptions,
): CryptoPrice[] {
  const wanted = search.trim().toLowerCase()
  const figureOf = sortValues[sort]
  return coins
    .filter(
      ({ name, symbol }) => name.toLowerCase().includes(wanted) || symbol.toLowerCase().includes(wanted),
    )
    .sort((a, b) => {
      const [first, second] = [figureOf(a), figureOf(b)]
      if (first === null || second === null) return Number(first === null) - Number(second === null)
      return descending ? second - first : first - second
    })
}

/** Search text and order of the list; kept while other tabs are open. */
export const $coinChoice = atom<CoinListOptions>({ search: '', sort: 'market_cap', descending: true })

/** Updates part of the search and order. */
export const updateCoinListOptions = (change: Partial<CoinListOptions>): void =>
  $coinChoice.set({ ...$coinChoice.get(), ...change })
