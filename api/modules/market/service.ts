import {
  type ChartPoint,
  type ChartRange,
  type CryptoPrice,
  chartSteps,
  type MarketData,
  type MarketIntelligence,
  type MarketPrice,
  type MarketSource,
  type TickerAsset,
} from '#contract/market'
import { Problem } from '#contract/problem'
import type { MarketFeed, Quote, Snapshot } from './feed.ts'
import { readMarket } from './intelligence.ts'
import { createSimulatedFeed } from './providers/simulated.ts'

interface MarketOptions {
  feed: 'live' | 'simulated' | 'off'
  /** Seed of the simulated feed. */
  seed: number
}

let mode: MarketOptions['feed'] = 'off'
let feed: MarketFeed | undefined

/** Says where prices come from; called once at start. */
export function openMarket({ feed: chosen, seed }: MarketOptions): void {
  mode = chosen
  feed = chosen === 'simulated' ? createSimulatedFeed(seed) : undefined
}

/** What the readiness answer says of the market. */
export function describeMarket(): 'simulated' | 'off' | 'unavailable' {
  if (mode === 'off') return 'off'
  return feed?.source === 'simulated' ? 'simulated' : 'unavailable'
}

/** Where figures come from, how old they are, and whether a source still answers. */
export interface Provenance {
  source: MarketSource
  /** Milliseconds since 1970. */
  asOf: number
  stale: boolean
}

interface Reading extends Provenance {
  feed: MarketFeed
  quotes: Snapshot['quotes']
}

/** The feed and its newest prices. Throws `market_unavailable` when no feed can answer. */
function readFeed(): Reading {
  const snapshot = feed?.snapshot()
  if (!feed || !snapshot) {
    throw new Problem('market_unavailable', 'Market prices are not available right now.', { retryAfter: 30 })
  }
  return { feed, source: feed.source, ...snapshot }
}

const wireProvenance = ({ source, asOf, stale }: Provenance) => ({
  as_of: new Date(asOf).toISOString(),
  source,
  stale,
})

const tickerSymbols: Record<TickerAsset, string> = {
  gold: 'XAU',
  silver: 'XAG',
  platinum: 'XPT',
  palladium: 'XPD',
  btc: 'BTC',
  eth: 'ETH',
}

const toMarketPrice = ({ symbol, name, price, change }: Quote): MarketPrice => ({
  symbol,
  name,
  price,
  change: change ?? 0,
})

/** The ticker's prices now. Throws `market_unavailable` when no feed can answer. */
export function readMarketData(): MarketData {
  const reading = readFeed()
  const found = Object.entries(tickerSymbols).flatMap(([asset, symbol]) => {
    const quote = reading.quotes.find((candidate) => candidate.symbol === symbol)
    return quote ? [[asset, toMarketPrice(quote)] as const] : []
  })
  const { gold, silver, btc, eth, ...more } = Object.fromEntries(found) as Partial<
    Record<TickerAsset, MarketPrice>
  >
  if (!gold || !silver || !btc || !eth) {
    throw new Problem('market_unavailable', 'Not every price of the ticker is known right now.', {
      retryAfter: 30,
    })
  }
  return { gold, silver, ...more, btc, eth, ...wireProvenance(reading) }
}

/** Every coin by market cap, largest first. Throws `market_unavailable` when no feed can answer. */
export function readCryptoPrices(): { coins: CryptoPrice[]; provenance: Provenance } {
  const reading = readFeed()
  const last_updated = new Date(reading.asOf).toISOString()
  const coins = reading.quotes
    .filter(({ kind }) => kind === 'crypto')
    .map(
      ({ slug, symbol, name, price, change, marketCap, volume }, index): CryptoPrice => ({
        id: slug,
        symbol: symbol.toLowerCase(),
        name,
        // Pictures of others' servers would tell them who looks: the screen draws initials instead.
        image: '',
        current_price: price,
        market_cap: marketCap,
        market_cap_rank: marketCap === null ? null : index + 1,
        price_change_percentage_24h: change,
        total_volume: volume,
        last_updated,
      }),
    )
  return { coins, provenance: reading }
}

/**
 * The history of one price and, as its last point, the price now. Throws `not_found` for an asset
 * the feed does not know, `market_unavailable` when no feed can answer.
 */
export async function readChart(
  symbol: string,
  range: ChartRange,
): Promise<{ points: ChartPoint[]; provenance: Provenance }> {
  const reading = readFeed()
  const quote = reading.quotes.find((candidate) => candidate.symbol === symbol)
  if (!quote) throw new Problem('not_found', 'There is no such asset.')
  const { points, step } = chartSteps[range]
  const past = await reading.feed.history({ symbol, points: points - 1, step, before: reading.asOf })
  const now = { time: reading.asOf, price: quote.price, volume: quote.volume }
  return {
    points: [...past, now].map((point) => ({ ...point, time: new Date(point.time).toISOString() })),
    provenance: reading,
  }
}

/** Whose changes and trends the intelligence is made from: what the charts and the live strip show. */
const trackedSymbols = ['XAU', 'XAG', 'BTC', 'ETH', 'XRP', 'ADA', 'SOL']

/** Sentiment, volatility, volume and trends. Throws `market_unavailable` when no feed can answer. */
export async function readIntelligence(): Promise<MarketIntelligence> {
  const reading = readFeed()
  const { points, step } = chartSteps['7d']
  const tracked = trackedSymbols.flatMap((symbol) =>
    reading.quotes.filter((candidate) => candidate.symbol === symbol),
  )
  const assets = await Promise.all(
    tracked.map(async ({ symbol, name, price, change }) => {
      const past = await reading.feed.history({ symbol, points: points - 1, step, before: reading.asOf })
      return { name, change, history: [...past, { time: reading.asOf, price }] }
    }),
  )
  const volume = reading.quotes.reduce(
    (sum, quote) => sum + (quote.kind === 'crypto' ? (quote.volume ?? 0) : 0),
    0,
  )
  const pastVolumes = await reading.feed.totalVolumes(reading.asOf)
  return { ...readMarket({ assets, volume, pastVolumes }), ...wireProvenance(reading) }
}
