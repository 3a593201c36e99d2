/**
 * A fictional market for demonstrations, tests and benchmarks. Prices are a pure function of the seed and the time,
 * so that all instances agree without communicating.
 *
 * log price = log base + a sum of smooth value noise over periods from a month to minutes (Perlin, "An Image
 * Synthesizer", 1985, section "noise"; one dimension). A shared component correlates the assets, as in real markets.
 * Volume is a share of the base market cap, with noise likewise.
 */
import { chartIntervals } from '#contract/market/chart-intervals'
import type { HistoryPoint, HistoryRequest, MarketFeed, Quote } from '#modules/market/market-feed'
import { type SimulatedAsset, simulatedAssets } from './simulated-assets.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Prices change on the clock's multiples of this, so that responses made within it agree. */
const TICK_MS = 5_000

interface Component {
  period: number
  weight: number
}

const priceComponents: readonly Component[] = [
  { period: 30 * DAY, weight: 1 },
  { period: 4 * DAY, weight: 0.4 },
  { period: 12 * HOUR, weight: 0.16 },
  { period: HOUR, weight: 0.05 },
  { period: 5 * MINUTE, weight: 0.015 },
  { period: MINUTE / 2, weight: 0.006 },
]
const volumeComponents: readonly Component[] = [
  { period: 5 * DAY, weight: 0.3 },
  { period: 9 * HOUR, weight: 0.14 },
  { period: 40 * MINUTE, weight: 0.05 },
]
/** The share of each asset's movement that is common to all. */
const SHARED = 0.45

/** Each stream of noise has a separate seed. */
const streamOf = (seed: number, name: string): number => Bun.hash.xxHash32(name, seed)

/**
 * A number in -1..1 that depends only on its arguments: the finaliser of MurmurHash3 (Appleby, 2011), which spreads
 * neighboring numbers over the whole range.
 */
function lattice(stream: number, period: number, step: number): number {
  let hash = stream ^ Math.imul(period, 0x9e3779b1) ^ Math.imul(step, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1
}

function noise(stream: number, components: readonly Component[], time: number): number {
  let sum = 0
  for (const { period, weight } of components) {
    const step = Math.floor(time / period)
    const t = time / period - step
    const fade = t * t * (3 - 2 * t)
    const from = lattice(stream, period, step)
    const to = lattice(stream, period, step + 1)
    sum += weight * (from + (to - from) * fade)
  }
  return sum
}

/** Rounds as such a price is quoted: to cents, and to five digits below a dollar. */
const roundPrice = (price: number): number => Number(price >= 1 ? price.toFixed(2) : price.toPrecision(5))

interface Stream extends SimulatedAsset {
  prices: number
  volumes: number
}

/** The feed of one seed. `clock` returns the time, in milliseconds since 1970. */
export function createSimulatedFeed(seed: number, clock: () => number = Date.now): MarketFeed {
  const market = streamOf(seed, 'market')
  const turnover = streamOf(seed, 'turnover')
  const streams: readonly Stream[] = simulatedAssets.map((asset) => ({
    ...asset,
    prices: streamOf(seed, asset.slug),
    volumes: streamOf(seed, `${asset.slug} volume`),
  }))
  const bySymbol = new Map(streams.map((stream) => [stream.symbol, stream]))
  const coins = streams.filter(({ kind }) => kind === 'crypto')

  const priceAt = ({ prices, base, swing }: Stream, time: number): number => {
    const own = noise(prices, priceComponents, time)
    const shared = noise(market, priceComponents, time)
    return base * Math.exp(swing * ((1 - SHARED) * own + SHARED * shared))
  }

  const volumeAt = ({ volumes, base, supply, turnover: share }: Stream, time: number): number | null => {
    if (supply === null) return null
    const moved =
      (1 - SHARED) * noise(volumes, volumeComponents, time) + SHARED * noise(turnover, volumeComponents, time)
    return Math.round(base * supply * share * Math.exp(moved))
  }

  const quoteAt = (stream: Stream, time: number): Quote => {
    const { slug, symbol, name, kind, supply } = stream
    const price = priceAt(stream, time)
    const change = (price / priceAt(stream, time - DAY) - 1) * 100
    return {
      slug,
      symbol,
      name,
      kind,
      price: roundPrice(price),
      change: Number(change.toFixed(2)),
      marketCap: supply === null ? null : Math.round(price * supply),
      volume: volumeAt(stream, time),
      asOf: time,
      stale: false,
    }
  }

  const history = ({ symbol, points, step, before }: HistoryRequest): HistoryPoint[] => {
    const stream = bySymbol.get(symbol)
    if (!stream) return []
    const last = Math.ceil(before / step) - 1
    return Array.from({ length: points }, (_, index): HistoryPoint => {
      const time = (last - points + 1 + index) * step
      return { time, price: roundPrice(priceAt(stream, time)), volume: volumeAt(stream, time) }
    })
  }

  return {
    source: 'simulated',

    snapshot() {
      const asOf = Math.floor(clock() / TICK_MS) * TICK_MS
      const quotes = streams
        .map((stream) => quoteAt(stream, asOf))
        .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0))
      return { quotes }
    },

    async history(request) {
      return history(request)
    },

    async span(request) {
      // A price of this market is computed for any instant: prices between the points are those of the shorter ranges.
      const shorter = Object.values(chartIntervals).filter(({ step }) => step < request.step)
      const prices = [
        request,
        ...shorter.map(({ points, step }) => ({ ...request, points: points - 1, step })),
      ]
        .flatMap(history)
        .map(({ price }) => price)
      return prices.length > 0 ? { high: Math.max(...prices), low: Math.min(...prices) } : undefined
    },

    async histories(request) {
      const pricesOf = ({ symbol }: Stream) => history({ ...request, symbol }).map(({ price }) => price)
      return new Map(streams.map((stream) => [stream.slug, pricesOf(stream)]))
    },

    async totalVolumes(before) {
      const last = Math.ceil(before / HOUR) - 1
      return Array.from({ length: 168 }, (_, index) =>
        coins.reduce((sum, stream) => sum + (volumeAt(stream, (last - 167 + index) * HOUR) ?? 0), 0),
      )
    },
  }
}
