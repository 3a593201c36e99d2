import { computed } from 'nanostores'
import type { CryptoPrice } from '#contract/market'
import { dataOf, type Remote } from '#core/query/remote'
import { isDelayed, type Sourced } from '#core/query/sourced'
import { cryptoPrices } from './crypto-prices.ts'
import { type MarketPrices, marketPrices } from './market.ts'

/** One price of the live strip. */
export interface LivePrice {
  name: string
  symbol: string
  /** US dollars; undefined until the response. */
  price: number | undefined
  /** Percent over 24 hours; null where it is unknown. */
  change: number | null
  /** A sample in place of a price that is missing or zero. */
  sample: boolean
}

/** The strip in its order, with the sample price for one that is missing or zero. */
const stripAssets = [
  { name: 'Gold', symbol: 'XAU', from: 'gold', fallback: 2038.81 },
  { name: 'Silver', symbol: 'XAG', from: 'silver', fallback: 24.15 },
  { name: 'Bitcoin', symbol: 'BTC', fallback: 117198 },
  { name: 'Ethereum', symbol: 'ETH', fallback: 4790.92 },
  { name: 'XRP', symbol: 'XRP', fallback: 3.07 },
  { name: 'Cardano', symbol: 'ADA', fallback: 0.93 },
] as const

type MetalView = Remote<Sourced<MarketPrices>>
type CoinView = Remote<Sourced<readonly CryptoPrice[]>>

/** The figures of a view; undefined while it is loading or shows samples after a failed call. */
function realOf<Data>(view: Remote<Sourced<Data>>): Data | undefined {
  const figures = dataOf(view)
  return figures?.source === 'sample' ? undefined : figures?.data
}

/** The six prices, gold and silver from one call, the coins from the other. */
export function listLivePrices(metals: MetalView, coins: CoinView): LivePrice[] {
  return stripAssets.map((asset) => {
    const { name, symbol, fallback } = asset
    const view = 'from' in asset ? metals : coins
    if (view.status === 'loading') return { name, symbol, price: undefined, change: null, sample: false }
    const metal = 'from' in asset ? realOf(metals)?.[asset.from] : undefined
    const coin = realOf(coins)?.find((candidate) => candidate.symbol.toUpperCase() === symbol)
    const price = 'from' in asset ? metal?.price : coin?.current_price
    const change = 'from' in asset ? metal?.change : coin?.price_change_percentage_24h
    return price
      ? { name, symbol, price, change: change ?? null, sample: false }
      : { name, symbol, price: fallback, change: null, sample: true }
  })
}

/** The view whose provenance the strip shows: the older one, as soon as one has real figures. */
function speaker(metals: MetalView, coins: CoinView): Remote<Sourced<unknown>> | undefined {
  const real = [metals, coins].filter((view: Remote<Sourced<unknown>>) => realOf(view) !== undefined)
  return real.find(isDelayed) ?? real[0]
}

/** The live strip, and the view that holds the provenance of its real prices. */
export const $livePrices = computed([marketPrices.$view, cryptoPrices.$view], (metals, coins) => ({
  prices: listLivePrices(metals, coins),
  view: speaker(metals, coins),
}))
