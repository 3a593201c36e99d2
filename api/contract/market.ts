import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get } from './endpoint.ts'
import { OneOf, Timestamp } from './schema.ts'

/** The assets of the ticker, in the order they are shown. */
export const tickerAssets = ['gold', 'silver', 'platinum', 'palladium', 'btc', 'eth'] as const
export type TickerAsset = (typeof tickerAssets)[number]

export const MarketPrice = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  price: Type.Number({ description: 'US dollars: metals a troy ounce, coins a unit' }),
  change: Type.Number({ description: 'Percent over 24 hours' }),
})
export type MarketPrice = Static<typeof MarketPrice>

export const MarketData = Type.Object({
  gold: MarketPrice,
  silver: MarketPrice,
  platinum: Type.Optional(MarketPrice),
  palladium: Type.Optional(MarketPrice),
  btc: MarketPrice,
  eth: MarketPrice,
  as_of: Timestamp(),
  source: OneOf(['live', 'simulated'], { description: 'Where the figures come from' }),
  stale: Type.Boolean({ description: 'True when no source has answered lately' }),
})
export type MarketData = Static<typeof MarketData>

/** How often screens ask again, in milliseconds. */
export const MARKET_REFRESH_MS = 30_000

export const market = {
  data: get('/market-data', {
    summary: 'Spot prices of the ticker',
    access: 'public',
    answer: MarketData,
    cache: { maxAge: 5, staleWhileRevalidate: 30 },
    problems: ['market_unavailable'],
  }),
}
