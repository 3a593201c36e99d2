import { atom } from 'nanostores'
import { type ChartPoint, type ChartRange, market } from '#contract/market'
import { call } from './api.ts'
import { readProvenance } from './market-headers.ts'
import { createMarketStore, type MarketStore } from './market-view.ts'

/** The assets with a chart, in the order of their buttons; `base` is the price samples are made around. */
export const chartAssets = [
  { symbol: 'XAU', name: 'Gold', base: 2038.81, traded: false },
  { symbol: 'XAG', name: 'Silver', base: 24.15, traded: false },
  { symbol: 'BTC', name: 'Bitcoin', base: 117198, traded: true },
  { symbol: 'ETH', name: 'Ethereum', base: 4790.92, traded: true },
  { symbol: 'ADA', name: 'Cardano', base: 0.93, traded: true },
  { symbol: 'SOL', name: 'Solana', base: 190, traded: true },
] as const

export type ChartAsset = (typeof chartAssets)[number]

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How many points a sample of each range has, and how far apart they are. */
const sampleSteps: Record<ChartRange, { points: number; step: number }> = {
  '1h': { points: 60, step: HOUR / 60 },
  '24h': { points: 24, step: HOUR },
  '7d': { points: 7, step: DAY },
  '30d': { points: 30, step: DAY },
  '1y': { points: 12, step: (365 * DAY) / 12 },
}

/** Random points within 3 % of the asset's base price, for a chart that could never be loaded. */
export function makeSampleChart(
  { base, traded }: ChartAsset,
  range: ChartRange,
  now = Date.now(),
): ChartPoint[] {
  const { points, step } = sampleSteps[range]
  return Array.from({ length: points }, (_, index) => ({
    time: new Date(now - (points - 1 - index) * step).toISOString(),
    price: base * (1 + (Math.random() - 0.5) * 0.06),
    volume: traded ? base * 1e5 * (0.5 + Math.random()) : null,
  }))
}

/** What is looked at; kept while other tabs are. */
export const $chartChoice = atom<{ asset: ChartAsset; range: ChartRange }>({
  asset: chartAssets[0],
  range: '24h',
})

/** Changes a part of the choice. */
export const chooseChart = (change: Partial<{ asset: ChartAsset; range: ChartRange }>): void =>
  $chartChoice.set({ ...$chartChoice.get(), ...change })

const stores = new Map<string, MarketStore<readonly ChartPoint[]>>()

/** The store of one asset over one range; the same one each time. */
export function chartOf(asset: ChartAsset, range: ChartRange): MarketStore<readonly ChartPoint[]> {
  const name = `chart-data/${asset.symbol}/${range}`
  const made =
    stores.get(name) ??
    createMarketStore<readonly ChartPoint[]>(
      name,
      async () => {
        let headers = new Headers()
        const data = await call(
          market.chart,
          { params: { symbol: asset.symbol, range } },
          {
            fresh: true,
            onHeaders: (sent) => {
              headers = sent
            },
          },
        )
        return { data, ...readProvenance(headers) }
      },
      () => makeSampleChart(asset, range),
    )
  stores.set(name, made)
  return made
}

export interface ChartSummary {
  latest: number
  /** Percent from the first point to the last. */
  change: number
  high: number
  low: number
  /** Whether the market reports how much was traded. */
  hasVolume: boolean
}

/** The figures beside a chart; undefined when it has no point. */
export function summarizeChart(points: readonly ChartPoint[]): ChartSummary | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return undefined
  const prices = points.map(({ price }) => price)
  return {
    latest: last.price,
    change: (last.price / first.price - 1) * 100,
    high: Math.max(...prices),
    low: Math.min(...prices),
    hasVolume: points.some(({ volume }) => volume !== null),
  }
}
