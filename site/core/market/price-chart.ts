import { atom } from 'nanostores'
import { chartSteps } from '#contract/chart-steps'
import {
  CHANGE_HEADER,
  type ChartPoint,
  type ChartRange,
  chartRanges,
  HIGH_HEADER,
  LOW_HEADER,
  market,
} from '#contract/market'
import { call } from '#core/api/api'
import { readProvenance } from './internal/market-headers.ts'
import { createMarketStore, type MarketStore } from './internal/market-store.ts'

/** The assets with a chart, in the order of their buttons; `base` is the price around which samples are generated. */
export const chartAssets = [
  { symbol: 'XAU', name: 'Gold', base: 2038.81, traded: false },
  { symbol: 'XAG', name: 'Silver', base: 24.15, traded: false },
  { symbol: 'BTC', name: 'Bitcoin', base: 117198, traded: true },
  { symbol: 'ETH', name: 'Ethereum', base: 4790.92, traded: true },
  { symbol: 'ADA', name: 'Cardano', base: 0.93, traded: true },
  { symbol: 'SOL', name: 'Solana', base: 190, traded: true },
] as const

/** Assets that have no button, and a chart where a link of another tab leads to it. */
const linkedAssets = [{ symbol: 'XRP', name: 'XRP', base: 3.07, traded: true }] as const

export type ChartAsset = (typeof chartAssets | typeof linkedAssets)[number]

const findAsset = (symbol: string | null): ChartAsset | undefined =>
  [...chartAssets, ...linkedAssets].find((asset) => asset.symbol === symbol)

/** The buttons of a chart: those of every chart, and the chosen asset when it has none. */
export const listAssets = (chosen: ChartAsset): readonly ChartAsset[] =>
  chartAssets.some(({ symbol }) => symbol === chosen.symbol) ? chartAssets : [...chartAssets, chosen]

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Number of points in a sample of each range, and the milliseconds between them. */
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

export interface ChartChoice {
  asset: ChartAsset
  range: ChartRange
  /** Drawn beside the asset; another one than it. */
  compared?: ChartAsset | undefined
}

/** The chart chosen last; retained while other tabs are open. */
export const $lastChart = atom<ChartChoice>({ asset: chartAssets[0], range: '24h' })

/** The chart that an address names; what it leaves out is as in `last`. */
export function readChartChoice(query: URLSearchParams, last: ChartChoice): ChartChoice {
  const named = findAsset(query.get('symbol'))
  const asset = named ?? last.asset
  const range = chartRanges.find((one) => one === query.get('range')) ?? last.range
  const compared = named ? chartAssets.find(({ symbol }) => symbol === query.get('with')) : last.compared
  return { asset, range, ...(compared && compared.symbol !== asset.symbol && { compared }) }
}

/** The query of a chart's address. */
export const urlOfChart = ({ asset, range, compared }: ChartChoice): string =>
  `?${new URLSearchParams({
    tab: 'charts',
    symbol: asset.symbol,
    range,
    ...(compared && { with: compared.symbol }),
  })}`

/** The query of the address of an asset's chart over a day; undefined for one without a chart. */
export function urlOfSymbol(symbol: string): string | undefined {
  const asset = findAsset(symbol)
  return asset && urlOfChart({ asset, range: '24h' })
}

/** The prices of an asset over a range. */
export interface PriceChart {
  points: readonly ChartPoint[]
  /** Percent over 24 hours as the ticker, the live strip and the list of coins show it; null where it is unknown. */
  dayChange: number | null
  /** Of all stored prices of the range, also those between the points; null for a sample. */
  high: number | null
  low: number | null
}

const stores = new Map<string, MarketStore<PriceChart>>()

const readNumber = (headers: Headers, name: string): number | null => {
  const text = headers.get(name)
  return text === null || text === '' || !Number.isFinite(Number(text)) ? null : Number(text)
}

/** Reads the change over 24 hours, the high and the low from the headers of a chart; null where one is missing. */
export const readChartHeaders = (headers: Headers): Omit<PriceChart, 'points'> => ({
  dayChange: readNumber(headers, CHANGE_HEADER),
  high: readNumber(headers, HIGH_HEADER),
  low: readNumber(headers, LOW_HEADER),
})

/** The store of one asset over one range; the same object on each call. */
export function chartOf(asset: ChartAsset, range: ChartRange): MarketStore<PriceChart> {
  const name = `chart-data/${asset.symbol}/${range}`
  const made =
    stores.get(name) ??
    createMarketStore<PriceChart>(
      name,
      async () => {
        let headers = new Headers()
        const points = await call(
          market.chart,
          { params: { symbol: asset.symbol, range } },
          {
            fresh: true,
            onHeaders: (sent) => {
              headers = sent
            },
          },
        )
        return { data: { points, ...readChartHeaders(headers) }, ...readProvenance(headers) }
      },
      () => ({ points: makeSampleChart(asset, range), dayChange: null, high: null, low: null }),
    )
  stores.set(name, made)
  return made
}

export interface ChartSummary {
  latest: number
  /** Percent over the range, or from the first point where history is shorter. */
  change: number
  /** The time of the first point, where history is too short for the range. */
  since?: string
  high: number
  low: number
  /** Whether the market reports a trading volume. */
  hasVolume: boolean
}

const isShort = (range: ChartRange, from: string, to: string): boolean => {
  const { points, step } = chartSteps[range]
  // Points are one step apart, and a few may be missing.
  return Date.parse(to) - Date.parse(from) < 0.8 * points * step
}

/**
 * The figures beside a chart; undefined when it has no point. Over 24 hours the change is the one that is shown
 * elsewhere for the asset, where it is known.
 */
export function summarizeChart(
  { points, dayChange, high, low }: PriceChart,
  range: ChartRange,
): ChartSummary | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return undefined
  const prices = points.map(({ price }) => price)
  const change = range === '24h' ? dayChange : null
  return {
    latest: last.price,
    change: change ?? (last.price / first.price - 1) * 100,
    ...(change === null && isShort(range, first.time, last.time) && { since: first.time }),
    high: Math.max(...prices, ...(high === null ? [] : [high])),
    low: Math.min(...prices, ...(low === null ? [] : [low])),
    hasVolume: points.some(({ volume }) => volume !== null),
  }
}
