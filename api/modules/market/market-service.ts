import { chartIntervals } from '#contract/market/chart-intervals'
import {
  type ChartPoint,
  type ChartRange,
  type CryptoPrice,
  type MarketData,
  type MarketIntelligence,
  type MarketPrice,
  type MarketSource,
  SPARKLINES_MAX,
  type Sparkline,
  sparklineStep,
} from '#contract/market/market'
import { Problem } from '#contract/problem'
import type { AssetSymbol } from '#shared/market-assets'
import { type TickerAsset, tickerAssets } from '#shared/ticker-assets'
import { getActiveFeed } from './active-feed.ts'
import type { MarketFeed, PriceSpan, Quote } from './market-feed.ts'
import { analyzeMarket } from './market-intelligence.ts'

/** The source and age of figures, and whether a source still responds. */
export interface Provenance {
  source: MarketSource
  /** Milliseconds since 1970. */
  asOf: number
  stale: boolean
}

interface Reading {
  feed: MarketFeed
  quotes: readonly Quote[]
}

const unavailable = (sentence: string) => new Problem('market_unavailable', sentence, { retryAfter: 30 })

/** The feed and its newest prices. Throws `market_unavailable` when there are none. */
function readFeed(): Reading {
  const feed = getActiveFeed()
  const snapshot = feed?.snapshot()
  if (!feed || !snapshot) throw unavailable('Market prices are currently unavailable.')
  return { feed, quotes: snapshot.quotes }
}

/** Of figures shown together, the oldest determines the age. */
const provenanceOf = ({ source }: MarketFeed, quotes: readonly Quote[]): Provenance => ({
  source,
  asOf: Math.min(...quotes.map(({ asOf }) => asOf)),
  stale: quotes.some(({ stale }) => stale),
})

const wireProvenance = ({ source, asOf, stale }: Provenance) => ({
  as_of: new Date(asOf).toISOString(),
  source,
  stale,
})

const toMarketPrice = ({ symbol, name, price, change }: Quote): MarketPrice => ({
  symbol,
  name,
  price,
  change,
})

/** The ticker's prices now. Throws `market_unavailable` when the feed has no prices. */
export function getMarketData(): MarketData {
  const { feed, quotes } = readFeed()
  const found = tickerAssets.flatMap(({ ticker, symbol }) => {
    const quote = quotes.find((candidate) => candidate.symbol === symbol)
    return quote ? [[ticker, quote] as const] : []
  })
  const { gold, silver, btc, eth, ...more } = Object.fromEntries(
    found.map(([asset, quote]) => [asset, toMarketPrice(quote)]),
  ) as Partial<Record<TickerAsset, MarketPrice>>
  if (!gold || !silver || !btc || !eth) throw unavailable('Some ticker prices are currently unavailable.')
  const provenance = provenanceOf(
    feed,
    found.map(([, quote]) => quote),
  )
  return { gold, silver, ...more, btc, eth, ...wireProvenance(provenance) }
}

/** Every coin by market cap, largest first. Throws `market_unavailable` when the feed has no prices. */
export function listCryptoPrices(): { coins: CryptoPrice[]; provenance: Provenance } {
  const { feed, quotes } = readFeed()
  const coins = quotes.filter(({ kind }) => kind === 'crypto')
  // Each coin has its own time; a rarely traded one does not determine the list's age.
  const newest = coins.toSorted((a, b) => b.asOf - a.asOf)[0]
  if (!newest) throw unavailable('Cryptocurrency prices are currently unavailable.')
  return {
    provenance: provenanceOf(feed, [newest]),
    coins: coins.map(
      ({ slug, symbol, name, price, change, marketCap, volume, asOf }, index): CryptoPrice => ({
        id: slug,
        symbol: symbol.toLowerCase(),
        name,
        // Images on other servers would reveal visitors to them, so the screen draws initials instead.
        image: '',
        current_price: price,
        market_cap: marketCap,
        market_cap_rank: marketCap === null ? null : index + 1,
        price_change_percentage_24h: change,
        total_volume: volume,
        last_updated: new Date(asOf).toISOString(),
      }),
    ),
  }
}

/**
 * The last seven days of every asset, each ending with its current price. One read for all of them. Throws
 * `market_unavailable` when the feed has no prices.
 */
export async function listSparklines(): Promise<{ lines: Sparkline[]; provenance: Provenance }> {
  const { feed, quotes } = readFeed()
  const newest = Math.max(...quotes.map(({ asOf }) => asOf))
  const past = await feed.histories({ ...sparklineStep, before: newest })
  return {
    lines: quotes
      .slice(0, SPARKLINES_MAX)
      .map(({ slug, price }) => ({ id: slug, prices: [...(past.get(slug) ?? []), price] })),
    provenance: provenanceOf(feed, quotes),
  }
}

/**
 * The history of one price with the current price as its last point; the 24-hour change shown elsewhere, because points
 * need not begin 24 hours ago; and the span of all its prices. Throws `not_found` for an unknown asset,
 * `market_unavailable` if the feed has no prices.
 */
export async function getChart(
  symbol: string,
  range: ChartRange,
): Promise<{ points: ChartPoint[]; change: number | null; span: PriceSpan; provenance: Provenance }> {
  const { feed, quotes } = readFeed()
  const quote = quotes.find((candidate) => candidate.symbol === symbol)
  if (!quote) throw new Problem('not_found', 'Asset not found.')
  const { points, step } = chartIntervals[range]
  const { asOf, price, volume, change } = quote
  const request = { symbol, points: points - 1, step, before: asOf }
  const [past, span] = await Promise.all([feed.history(request), feed.span(request)])
  return {
    points: [...past, { time: asOf, price, volume }].map((point) => ({
      ...point,
      time: new Date(point.time).toISOString(),
    })),
    change,
    span: { high: Math.max(span?.high ?? price, price), low: Math.min(span?.low ?? price, price) },
    provenance: provenanceOf(feed, [quote]),
  }
}

/** The assets of the market intelligence, also shown in the charts and the live strip. */
const trackedSymbols: readonly AssetSymbol[] = ['XAU', 'XAG', 'XPT', 'XPD', 'BTC', 'ETH', 'XRP', 'ADA', 'SOL']

/** Sentiment, volatility, volume and trends. Throws `market_unavailable` when the feed has no prices. */
export async function getMarketIntelligence(): Promise<MarketIntelligence> {
  const { feed, quotes } = readFeed()
  const { points, step } = chartIntervals['7d']
  const tracked = trackedSymbols.flatMap((symbol) => quotes.find((quote) => quote.symbol === symbol) ?? [])
  if (tracked.length === 0) throw unavailable('Prices of tracked assets are currently unavailable.')
  const assets = await Promise.all(
    tracked.map(async ({ symbol, name, kind, price, change, asOf }) => {
      const past = await feed.history({ symbol, points: points - 1, step, before: asOf })
      return { name, kind, change, history: [...past, { time: asOf, price }] }
    }),
  )
  const volume = quotes.reduce((sum, quote) => sum + (quote.kind === 'crypto' ? (quote.volume ?? 0) : 0), 0)
  const provenance = provenanceOf(feed, tracked)
  const pastVolumes = await feed.totalVolumes(provenance.asOf)
  return { ...analyzeMarket({ assets, volume, pastVolumes }), ...wireProvenance(provenance) }
}
