import type { Static, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { marketSources } from '#shared/enums/market'
import { CHANGE_HEADER, HIGH_HEADER, LOW_HEADER } from './chart-headers.ts'
import { get } from './endpoint.ts'
import { OneOf, Timestamp } from './schema.ts'

export type MarketSource = (typeof marketSources)[number]

/** Figures with their source. A function, so that a browser that reads neither gets neither. */
const Sourced = <P extends TProperties>(figures: P) =>
  Type.Object({
    ...figures,
    as_of: Timestamp(),
    source: OneOf(marketSources, { description: 'Source of the figures' }),
    stale: Type.Boolean({ description: 'True when no source has responded recently' }),
  })

/** The same as headers, for responses that are bare lists. */
const provenanceHeaders = {
  'x-market-source': 'Source of the figures: live or simulated',
  'x-market-stale': 'true when no source has responded recently, else false',
  'last-modified': 'Time of the figures',
} as const

/** What no source reports is null, never 0. */
const Known = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const MarketPrice = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  price: Type.Number({ description: 'US dollars: metals a troy ounce, coins a unit' }),
  change: Known('Percent over 24 hours; null until a price of a day before is known'),
})
export type MarketPrice = Static<typeof MarketPrice>

export const MarketData = Sourced({
  gold: MarketPrice,
  silver: MarketPrice,
  platinum: Type.Optional(MarketPrice),
  palladium: Type.Optional(MarketPrice),
  btc: MarketPrice,
  eth: MarketPrice,
})
export type MarketData = Static<typeof MarketData>

export const CryptoPrice = Type.Object({
  id: Type.String({ examples: ['bitcoin'] }),
  symbol: Type.String({ examples: ['btc'] }),
  name: Type.String(),
  image: Type.String({ description: 'A path of this site, or empty where there is no image' }),
  current_price: Type.Number({ description: 'US dollars' }),
  market_cap: Known('US dollars'),
  market_cap_rank: Known('1 for the largest market cap'),
  price_change_percentage_24h: Known('Percent over 24 hours'),
  total_volume: Known('US dollars traded in 24 hours'),
  last_updated: Timestamp(),
})
export type CryptoPrice = Static<typeof CryptoPrice>

export const chartRanges = ['1h', '24h', '7d', '30d', '1y'] as const
export type ChartRange = (typeof chartRanges)[number]

export const ChartPoint = Type.Object({
  time: Timestamp(),
  price: Type.Number({ description: 'US dollars' }),
  volume: Known('US dollars traded in the 24 hours before; null where the market reports none'),
})
export type ChartPoint = Static<typeof ChartPoint>

/** Past prices of a sparkline at most: seven days. */
const SPARKLINE_POINTS = 42
/** The milliseconds between them. */
export const sparklineStep = { points: SPARKLINE_POINTS, step: 14_400_000 } as const
/** Assets of the response at most. */
export const SPARKLINES_MAX = 300

const Sparkline = Type.Object({
  id: Type.String({ description: 'As in /crypto-prices; of a metal as in /market-data', examples: ['gold'] }),
  prices: Type.Array(Type.Number(), {
    maxItems: SPARKLINE_POINTS + 1,
    description: 'US dollars, oldest first, four hours apart, ending with the current price',
  }),
})
export type Sparkline = Static<typeof Sparkline>

const trendWords = ['up', 'down', 'sideways'] as const

export const MarketTrend = Type.Object({
  asset: Type.String({ examples: ['Gold'] }),
  trend: OneOf(trendWords, { description: 'Direction over seven days' }),
  confidence: Type.Number({ minimum: 0, maximum: 100, description: 'How well a line fits, in percent' }),
  change: Known('Percent over 24 hours'),
})
export type MarketTrend = Static<typeof MarketTrend>

const levels = ['low', 'medium', 'high'] as const
export type Level = (typeof levels)[number]

export const MarketIntelligence = Sourced({
  sentiment: OneOf(['bullish', 'bearish', 'neutral']),
  volatility: OneOf(levels),
  volume: OneOf(levels),
  measures: Type.Object(
    {
      mean_change: Known('Mean change of the tracked assets over 24 hours, in percent'),
      median_move: Known('Median size of the same changes, in percent'),
      volume_ratio: Known('Volume of 24 hours as a multiple of its mean over seven days'),
    },
    { description: 'What the three words are read from; null where it is unknown' },
  ),
  trends: Type.Array(MarketTrend),
  insights: Type.Array(Type.String()),
})
export type MarketIntelligence = Static<typeof MarketIntelligence>

/** How often screens refetch, in milliseconds. */
export const MARKET_REFRESH_MS = 30_000

const cache = { maxAge: 5, staleWhileRevalidate: 30 }

export const market = {
  data: get('/market-data', {
    summary: 'Spot prices of the ticker',
    access: 'public',
    response: MarketData,
    cache,
    problems: ['market_unavailable'],
  }),
  crypto: get('/crypto-prices', {
    summary: 'The largest cryptocurrencies by market cap',
    access: 'public',
    response: Type.Array(CryptoPrice),
    headers: provenanceHeaders,
    cache,
    problems: ['market_unavailable'],
  }),
  sparklines: get('/sparklines', {
    summary: 'The prices of seven days of every asset, coarse enough for a line in a table',
    access: 'public',
    response: Type.Array(Sparkline, { maxItems: SPARKLINES_MAX }),
    headers: provenanceHeaders,
    // The current price is in the table beside the line.
    cache: { maxAge: 60, staleWhileRevalidate: 600 },
    problems: ['market_unavailable'],
  }),
  chart: get('/chart-data/:symbol/:range', {
    summary: 'History of a price, oldest first, ending with the current price',
    access: 'public',
    params: Type.Object({
      symbol: Type.String({ pattern: '^[A-Z0-9]{1,20}$', examples: ['XAU', 'BTC'] }),
      range: OneOf(chartRanges),
    }),
    response: Type.Array(ChartPoint),
    headers: {
      ...provenanceHeaders,
      [CHANGE_HEADER]: 'Percent over 24 hours; missing until it is known',
      [HIGH_HEADER]: 'Highest of all stored prices of the range, also between the points',
      [LOW_HEADER]: 'Lowest of all stored prices of the range, also between the points',
    },
    cache,
    problems: ['market_unavailable'],
  }),
  intelligence: get('/market-intelligence', {
    summary: 'Sentiment, volatility, volume and trends, computed from prices',
    access: 'public',
    response: MarketIntelligence,
    cache,
    problems: ['market_unavailable'],
  }),
}
