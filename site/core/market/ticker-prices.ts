import { type MarketPrice, market } from '#contract/market/market'
import { callApi } from '#core/api/api'
import type { DataWithProvenance } from '#core/query/data-provenance'
import { getData, type Remote } from '#core/query/remote'
import { type TickerAsset, tickerAssets } from '#shared/ticker-assets'
import { createMarketStore } from './internal/market-store.ts'

/** The assets in the response of `GET /market-data`; omitted ones are missing. */
export type MarketPrices = Partial<Record<TickerAsset, Pick<MarketPrice, 'price' | 'change'>>>

/** One asset as the ticker shows it; a missing price or change is 0. */
export interface TickerItem {
  asset: TickerAsset
  symbol: string
  name: string
  price: number
  change: number
}

/** Shown, and marked as samples, while the call fails and this page has never received a price. */
export const tickerSamples = Object.fromEntries(
  tickerAssets.map(({ ticker, sample }) => [ticker, sample]),
) as Record<TickerAsset, { price: number; change: number }>

/** Prices of metals, bitcoin and ethereum for the ticker and the live strip. */
export const marketPrices = createMarketStore<MarketPrices>(
  'market-data',
  async () => {
    const { as_of, source, stale, ...data } = await callApi(market.getTickerPrices, {}, { fresh: true })
    return { data, asOf: as_of, source, stale }
  },
  () => tickerSamples,
)

/** The six assets in order, with the prices known so far. */
export function listTickerItems(view: Remote<DataWithProvenance<MarketPrices>>): TickerItem[] {
  const prices: MarketPrices = getData(view)?.data ?? {}
  return tickerAssets.map(({ ticker: asset, symbol, name }) => ({
    asset,
    symbol,
    name,
    price: prices[asset]?.price ?? 0,
    change: prices[asset]?.change ?? 0,
  }))
}
