import { computed } from 'nanostores'
import type { CryptoPrice } from '#contract/market/market'
import { type DataWithProvenance, isDelayed } from '#core/query/data-provenance'
import { getData, type Remote } from '#core/query/remote'
import { type AssetSymbol, type MarketAsset, marketAssets } from '#shared/market-assets'
import { metals } from '#shared/metal-assets'
import { samplePrices } from '#shared/sample-prices'
import { cryptoPrices } from './crypto-prices.ts'
import { type MarketPrices, marketPrices } from './ticker-prices.ts'

/** One price in the live strip or in the metals table. */
export interface LivePrice {
  name: string
  symbol: AssetSymbol
  /** Sparkline prices; undefined until known. */
  id: string | undefined
  /** US dollars; undefined until loaded. */
  price: number | undefined
  /** Percent over 24 hours; null if unknown. */
  change: number | null
  /** True for a sample shown in place of a missing or zero price. */
  isSample: boolean
}

/** The strip's assets, in order. */
const stripSymbols: readonly AssetSymbol[] = ['XAU', 'XAG', 'BTC', 'ETH', 'XRP', 'ADA']

type MetalView = Remote<DataWithProvenance<MarketPrices>>
type CoinView = Remote<DataWithProvenance<readonly CryptoPrice[]>>

/** The figures of a view; undefined while it is loading or shows samples after a failed call. */
function realOf<Data>(view: Remote<DataWithProvenance<Data>>): Data | undefined {
  const figures = getData(view)
  return figures?.source === 'sample' ? undefined : figures?.data
}

/** A price as displayed: the asset's sample if the price is missing or zero. */
function toLivePrice(
  { name, symbol, kind, ticker }: MarketAsset,
  isLoading: boolean,
  figures: { id?: string; price: number; change: number | null } | undefined,
): LivePrice {
  const asset = { name, symbol, id: figures?.id ?? (kind === 'metal' ? ticker : undefined) }
  if (isLoading) return { ...asset, price: undefined, change: null, isSample: false }
  return figures?.price
    ? { ...asset, price: figures.price, change: figures.change, isSample: false }
    : { ...asset, price: samplePrices[symbol], change: null, isSample: true }
}

const findCoin = (view: CoinView, symbol: string) => {
  const coin = realOf(view)?.find((candidate) => candidate.symbol.toUpperCase() === symbol)
  return coin && { id: coin.id, price: coin.current_price, change: coin.price_change_percentage_24h }
}

/** Gold, silver, platinum and palladium. */
export const listMetalPrices = (view: MetalView): LivePrice[] =>
  metals.map((metal) => toLivePrice(metal, view.status === 'loading', realOf(view)?.[metal.ticker]))

/** The six prices: gold and silver from one call, the coins from the other. */
export function listLivePrices(metalView: MetalView, coinView: CoinView): LivePrice[] {
  const metalPrices = listMetalPrices(metalView)
  return stripSymbols.flatMap((symbol) => {
    const metal = metalPrices.find((price) => price.symbol === symbol)
    if (metal) return metal
    const coin = marketAssets.find((asset) => asset.symbol === symbol)
    return coin ? toLivePrice(coin, coinView.status === 'loading', findCoin(coinView, symbol)) : []
  })
}

/** The view whose provenance the strip shows: the older one, once either has real figures. */
function speaker(metals: MetalView, coins: CoinView): Remote<DataWithProvenance<unknown>> | undefined {
  const real = [metals, coins].filter(
    (view: Remote<DataWithProvenance<unknown>>) => realOf(view) !== undefined,
  )
  return real.find(isDelayed) ?? real[0]
}

/** The live strip, and the view with the provenance of its real prices. */
export const $livePrices = computed([marketPrices.$view, cryptoPrices.$view], (metals, coins) => ({
  prices: listLivePrices(metals, coins),
  view: speaker(metals, coins),
}))
