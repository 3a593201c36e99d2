import { type MarketPrice, market, type TickerAsset, tickerAssets } from '#contract/market'
import { call } from '#core/api/api'
import { dataOf, type Remote } from '#core/query/remote'
import type { Sourced } from '#core/query/sourced'
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

const labels: Record<TickerAsset, Pick<TickerItem, 'symbol' | 'name'>> = {
  gold: { symbol: 'XAU', name: 'Gold' },
  silver: { symbol: 'XAG', name: 'Silver' },
  platinum: { symbol: 'XPT', name: 'Platinum' },
  palladium: { symbol: 'XPD', name: 'Palladium' },
  btc: { symbol: 'BTC', name: 'Bitcoin' },
  eth: { symbol: 'ETH', name: 'Ethereum' },
}

/** Shown, and marked as samples, while the call fails and no price has ever been read in this page. */
export const samplePrices: Required<MarketPrices> = {
  gold: { price: 2038.81, change: 0.58 },
  silver: { price: 23.45, change: -0.12 },
  platinum: { price: 987.5, change: 1.25 },
  palladium: { price: 1056.8, change: -0.85 },
  btc: { price: 109170, change: 3.2 },
  eth: { price: 2597, change: 7.77 },
}

/** The prices of metals, bitcoin and ethereum: for the ticker and for the live strip. */
export const marketPrices = createMarketStore<MarketPrices>(
  'market-data',
  async () => {
    const { as_of, source, stale, ...data } = await call(market.data, {}, { fresh: true })
    return { data, asOf: as_of, source, stale }
  },
  () => samplePrices,
)

/** The six assets in their order, with their prices as far as they are known. */
export function listTickerItems(view: Remote<Sourced<MarketPrices>>): TickerItem[] {
  const prices: MarketPrices = dataOf(view)?.data ?? {}
  return tickerAssets.map((asset) => ({
    asset,
    ...labels[asset],
    price: prices[asset]?.price ?? 0,
    change: prices[asset]?.change ?? 0,
  }))
}
