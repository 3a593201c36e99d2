import { atom } from 'nanostores'
import {
  MARKET_REFRESH_MS,
  type MarketData,
  type MarketPrice,
  market,
  type TickerAsset,
  tickerAssets,
} from '#contract/market'
import { call } from './api.ts'
import { onBrowserMount } from './browser-mount.ts'
import { followPrices } from './follow-prices.ts'
import { createQuery } from './query.ts'

type Prices = Partial<Record<TickerAsset, Pick<MarketPrice, 'price' | 'change'>>>

/** `updating` is true while an answer is awaited. */
export type TickerState =
  | { status: 'loading'; updating: boolean }
  | {
      status: 'ready'
      updating: boolean
      prices: Prices
      provenance: 'live' | 'delayed' | 'simulated'
      asOf: string
    }
  | { status: 'sample'; updating: boolean; prices: Prices }

/** One asset as the ticker shows it; a price of 0 means that there is none yet, and so does a change. */
export interface TickerItem {
  asset: TickerAsset
  symbol: string
  name: string
  price: number
  change: number
}

const labels: Record<TickerAsset, Pick<TickerItem, 'symbol' | 'name'>> = {
  gold: { symbol: 'XAU', name: 'Gold' },
  silver: { symbol: 'XAG', name: 'Silver' },
  platinum: { symbol: 'XPT', name: 'Platinum' },
  palladium: { symbol: 'XPD', name: 'Palladium' },
  btc: { symbol: 'BTC', name: 'Bitcoin' },
  eth: { symbol: 'ETH', name: 'Ethereum' },
}

/** Shown, and marked as a sample, while the call fails. Never shown otherwise. */
export const samplePrices: Required<Prices> = {
  gold: { price: 2038.81, change: 0.58 },
  silver: { price: 23.45, change: -0.12 },
  platinum: { price: 987.5, change: 1.25 },
  palladium: { price: 1056.8, change: -0.85 },
  btc: { price: 109170, change: 3.2 },
  eth: { price: 2597, change: 7.77 },
}

interface Feed {
  data?: MarketData
  error?: unknown
  loading: boolean
}

/** The state that follows from what the feed says; while it is asking again the old one stays. */
export function followFeed(before: TickerState, { data, error, loading }: Feed): TickerState {
  if (error) return { status: 'sample', updating: loading, prices: samplePrices }
  if (!data) return { ...before, updating: loading }
  return {
    status: 'ready',
    updating: loading,
    prices: data,
    // Simulated figures say so whatever their age.
    provenance: data.source === 'simulated' ? 'simulated' : data.stale ? 'delayed' : 'live',
    asOf: data.as_of,
  }
}

/** The six assets in their order, with what is known of each. */
export function listTickerItems(state: TickerState): TickerItem[] {
  const prices: Prices = state.status === 'loading' ? {} : state.prices
  return tickerAssets.map((asset) => ({
    asset,
    ...labels[asset],
    price: prices[asset]?.price ?? 0,
    change: prices[asset]?.change ?? 0,
  }))
}

const $feed = createQuery<MarketData>('market-data', {
  fetcher: () => call(market.data, {}, { fresh: true }),
  revalidateInterval: MARKET_REFRESH_MS,
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  onError: (error) => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for a failed price call to be logged
    console.info('Market data could not be loaded; sample values are shown.', error)
  },
})

/** The ticker's figures, asked for every 30 seconds, and when real prices change, while somebody watches and the tab is visible. */
export const $ticker = atom<TickerState>({ status: 'loading', updating: true })

onBrowserMount($ticker, () => {
  const stop = $feed.subscribe((feed) => $ticker.set(followFeed($ticker.value, feed)))
  const stopFollowing = followPrices($feed)
  return () => {
    stopFollowing()
    stop()
  }
})
