import { type MarketPrice, market, type TickerAsset } from '#contract/market'
import { call } from '#core/api/api'
import { dataOf, type Remote } from '#core/query/remote'
import type { Sourced } from '#core/query/sourced'
import { marketAssets } from '#shared/market-assets'
import { tickerSamples } from '#shared/market-samples'
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
  return marketAssets.flatMap(({ ticker: asset, symbol, name }) =>
    asset
      ? [{ asset, symbol, name, price: prices[asset]?.price ?? 0, change: prices[asset]?.change ?? 0 }]
      : [],
  )
}
