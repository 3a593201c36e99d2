import { computed } from 'nanostores'
import type { CryptoPrice } from '#contract/market'
import { dataOf, type Remote } from '#core/query/remote'
import { isDelayed, type Sourced } from '#core/query/sourced'
import { type AssetSymbol, type MarketAsset, marketAssets } from '#shared/market-assets'
import { areaSamples } from '#shared/market-samples'
import { metals } from '#shared/metals'
import { cryptoPrices } from './crypto-prices.ts'
import { type MarketPrices, marketPrices } from './market.ts'

/** One price of the live strip, or of the table of metals. */
export interface LivePrice {
  name: string
  symbol: AssetSymbol
  /** Of its sparkline; undefined until it is known. */
  id: string | undefined
  /** US dollars; undefined until the response. */
  price: number | undefined
  /** Percent over 24 hours; null where it is unknown. */
  change: number | null
  /** A sample in place of a price that is missing or zero. */
  sample: boolean
}

/** The strip in its order. */
const stripSymbols: readonly AssetSymbol[] = ['XAU', 'XAG', 'BTC', 'ETH', 'XRP', 'ADA']

type MetalView = Remote<Sourced<MarketPrices>>
type CoinView = Remote<Sourced<readonly CryptoPrice[]>>

/** The figures of a view; undefined while it is loading or shows samples after a failed call. */
function realOf<Data>(view: Remote<Sourced<Data>>): Data | undefined {
  const figures = dataOf(view)
  return figures?.source === 'sample' ? undefined : figures?.data
}

/** A price as it is shown: the sample of the asset in place of a price that is missing or zero. */
function toLivePrice(
  { name, symbol, kind, ticker }: MarketAsset,
  isLoading: boolean,
  figures: { id?: string; price: number; change: number | null } | undefined,
): LivePrice {
  const asset = { name, symbol, id: figures?.id ?? (kind === 'metal' ? ticker : undefined) }
  if (isLoading) return { ...asset, price: undefined, change: null, sample: false }
  return figures?.price
    ? { ...asset, price: figures.price, change: figures.change, sample: false }
    : { ...asset, price: areaSamples[symbol], change: null, sample: true }
}

const findCoin = (view: CoinView, symbol: string) => {
  const coin = realOf(view)?.find((candidate) => candidate.symbol.toUpperCase() === symbol)
  return coin && { id: coin.id, price: coin.current_price, change: coin.price_change_percentage_24h }
}

/** Gold, silver, platinum and palladium. */
export const listMetalPrices = (view: MetalView): LivePrice[] =>
  metals.map((metal) => toLivePrice(metal, view.status === 'loading', realOf(view)?.[metal.ticker]))

/** The six prices, gold and silver from one call, the coins from the other. */
export function listLivePrices(metalView: MetalView, coinView: CoinView): LivePrice[] {
  const metalPrices = listMetalPrices(metalView)
  return stripSymbols.flatMap((symbol) => {
    const metal = metalPrices.find((price) => price.symbol === symbol)
    if (metal) return metal
    const coin = marketAssets.find((asset) => asset.symbol === symbol)
    return coin ? toLivePrice(coin, coinView.status === 'loading', findCoin(coinView, symbol)) : []
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
