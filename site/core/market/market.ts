import { type MarketPrice, market } from '#contract/market'
import { call } from '#core/api/api'
import { dataOf, type Remote } from '#core/query/remote'
import type { Sourced } from '#core/query/sourced'
import { type TickerAsset, tickerAssets } from '#shared/ticker-assets'
import { createMarketStore } from './internal/market-store.ts'

/** The assets of the response of `GET /market-data`; one that it leaves out is missing. */
export type MarketPrices = Partial<Record<TickerAsset, Pick<MarketPrice, 'price' | 'change'>>>

/** One asset as the ticker shows it; a missing price or change is 0. */
export interface TickerItem {
  asset: TickerAsset
  symbol: string
  name: string
  price: number
  change: number
}

/** Shown, and marked as samples, while the call fails and no price has ever been read in this page. */
export const tickerSamples = Object.fromEntries(
  tickerAssets.map(({ ticker, sample }) => [ticker, sample]),
) as Record<TickerAsset, { price: number; change: number }>

/** The prices of metals, bitcoin and ethereum: for the ticker and for the live strip. */
export const marketPrices = createMarketStore<MarketPrices>(
  'market-data',
  async () => {
    const { as_of, source, stale, ...data } = await call(market.data, {}, { fresh: true })
    return { data, asOf: as_of, source, stale }
  },
  () => tickerSamples,
)

/** The six assets in their order, with their prices as far as they are known. */
export function listTickerItems(view: Remote<Sourced<MarketPrices>>): TickerItem[] {
  const prices: MarketPrices = dataOf(view)?.data ?? {}
  return tickerAssets.map(({ ticker: asset, symbol, name }) => ({
    asset,
    symbol,
    name,
    price: prices[asset]?.price ?? 0,
    change: prices[asset]?.change ?? 0,
  }))
}
