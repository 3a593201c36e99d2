import type { Static, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { get } from '#contract/endpoint'
import { StringEnum, Timestamp } from '#contract/schema-builders'
import { marketSources } from '#shared/enums/market'
import { PRICE_CHANGE_HEADER, PRICE_HIGH_HEADER, PRICE_LOW_HEADER } from './chart-headers.ts'

export type MarketSource = (typeof marketSources)[number]

/** Figures with their source. A function, so that a bundle that uses neither contains neither. */
const Sourced = <P extends TProperties>(figures: P) =>
  Type.Object({
    ...figures,
    as_of: Timestamp(),
    source: StringEnum(marketSources, { description: 'Source of the figures' }),
    stale: Type.Boolean({ description: 'True when no source has responded recently' }),
  })

/** The same as headers, for responses that are plain lists. */
const provenanceHeaders = {
  'x-market-source': 'Source of the figures: live or simulated',
  'x-market-stale': 'true when no source has responded recently, else false',
  'last-modified': 'Time of the figures',
} as const

/** Values that no source reports are null, never 0. */
const Known = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

export const MarketPrice = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  price: Type.Number({ description: 'USD per troy ounce (metals) or per coin' }),
  change: Known('24-hour change in percent; null until a price from 24 hours earlier is available'),
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
  image: Type.String({ description: 'Path on this site; empty if there is no image' }),
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
  volume: Known('USD traded in the previous 24 hours; null if not reported'),
})
export type ChartPoint = Static<typeof ChartPoint>

/** Maximum points of a sparkline: seven days. */
const SPARKLINE_POINTS = 42
/** Milliseconds between two points. */
export const sparklineStep = { points: SPARKLINE_POINTS, step: 14_400_000 } as const
/** Maximum assets in the response. */
export const SPARKLINES_MAX = 300

const Sparkline = Type.Object({
  id: Type.String({ description: 'As in /crypto-prices, or /market-data for metals', examples: ['gold'] }),
  prices: Type.Array(Type.Number(), {
    maxItems: SPARKLINE_POINTS + 1,
    description: 'USD, oldest first, at four-hour intervals, ending with the current price',
  }),
})
export type Sparkline = Static<typeof Sparkline>

const trendWords = ['up', 'down', 'sideways'] as const

export const MarketTrend = Type.Object({
  asset: Type.String({ examples: ['Gold'] }),
  trend: StringEnum(trendWords, { description: 'Direction over seven days' }),
  confidence: Type.Number({ minimum: 0, maximum: 100, description: 'Fit of the trend line, in percent' }),
  change: Known('Percent over 24 hours'),
})
export type MarketTrend = Static<typeof MarketTrend>

const levels = ['low', 'medium', 'high'] as const
export type Level = (typeof levels)[number]

export const MarketIntelligence = Sourced({
  sentiment: StringEnum(['bullish', 'bearish', 'neutral']),
  volatility: StringEnum(levels),
  volume: StringEnum(levels),
  measures: Type.Object(
    {
      mean_change: Known('Mean 24-hour change of tracked assets, in percent'),
      median_move: Known('Median absolute 24-hour change, in percent'),
      volume_ratio: Known('24-hour volume as a multiple of its seven-day mean'),
    },
    { description: 'Values behind the three ratings; null if unknown' },
  ),
  trends: Type.Array(MarketTrend),
  insights: Type.Array(Type.String()),
})
export type MarketIntelligence = Static<typeof MarketIntelligence>

/** How often screens refetch, in milliseconds. */
export const MARKET_REFRESH_MS = 30_000

const cache = { maxAge: 5, staleWhileRevalidate: 30 }

export const market = {
  getTickerPrices: get('/market-data', {
    summary: 'Spot prices of the ticker',
    access: 'public',
    response: MarketData,
    cache,
    problems: ['market_unavailable'],
  }),
  listCryptoPrices: get('/crypto-prices', {
    summary: 'The largest cryptocurrencies by market cap',
    access: 'public',
    response: Type.Array(CryptoPrice),
    headers: provenanceHeaders,
    cache,
    problems: ['market_unavailable'],
  }),
  listSparklines: get('/sparklines', {
    summary: 'Seven-day prices of every asset, for sparklines',
    access: 'public',
    response: Type.Array(Sparkline, { maxItems: SPARKLINES_MAX }),
    headers: provenanceHeaders,
    // The current price is in the table next to the line.
    cache: { maxAge: 60, staleWhileRevalidate: 600 },
    problems: ['market_unavailable'],
  }),
  getChart: get('/chart-data/:symbol/:range', {
    summary: 'History of a price, oldest first, ending with the current price',
    access: 'public',
    params: Type.Object({
      symbol: Type.String({ pattern: '^[A-Z0-9]{1,20}$', examples: ['XAU', 'BTC'] }),
      range: StringEnum(chartRanges),
    }),
    response: Type.Array(ChartPoint),
    headers: {
      ...provenanceHeaders,
      [PRICE_CHANGE_HEADER]: 'Percent over 24 hours; absent if unknown',
      [PRICE_HIGH_HEADER]: 'Highest stored price in the range, including between points',
      [PRICE_LOW_HEADER]: 'Lowest stored price in the range, including between points',
    },
    cache,
    problems: ['market_unavailable'],
  }),
  getIntelligence: get('/market-intelligence', {
    summary: 'Sentiment, volatility, volume and trends, computed from prices',
    access: 'public',
    response: MarketIntelligence,
    cache,
    problems: ['market_unavailable'],
  }),
}
