import { atom } from 'nanostores'
import { CHANGE_HEADER, HIGH_HEADER, LOW_HEADER } from '#contract/chart-headers'
import { chartSteps } from '#contract/chart-steps'
import { type ChartPoint, type ChartRange, chartRanges, market } from '#contract/market'
import { call } from '#core/api/api'
import { type AssetSymbol, type MarketAsset, marketAssets } from '#shared/market-assets'
import { areaSamples } from '#shared/market-samples'
import { hashName } from '#shared/name-hash'
import { readProvenance } from './internal/market-headers.ts'
import { createMarketStore, type MarketStore } from './internal/market-store.ts'

export type ChartAsset = MarketAsset & {
  /** The price at which a sample chart ends, in US dollars. */
  base: number
  /** Whether its market reports a volume. */
  traded: boolean
}

const allAssets: readonly ChartAsset[] = marketAssets.map((asset) => ({
  ...asset,
  base: areaSamples[asset.symbol],
  traded: asset.kind === 'crypto',
}))

/** The asset of a symbol that has a chart. */
export const findAsset = (symbol: string | null): ChartAsset | undefined =>
  allAssets.find((asset) => asset.symbol === symbol)

/** The same of a symbol that is known to have one. */
export const assetOf = (symbol: AssetSymbol): ChartAsset => findAsset(symbol) as ChartAsset

/** The assets with a button in every chart, in the order of the buttons. */
export const chartAssets = [
  assetOf('XAU'),
  assetOf('XAG'),
  assetOf('BTC'),
  assetOf('ETH'),
  assetOf('ADA'),
  assetOf('SOL'),
] as const

/** All assets that can be compared with the chosen one, metals first. */
export const listComparable = (chosen: ChartAsset): readonly ChartAsset[] =>
  allAssets.filter(({ symbol }) => symbol !== chosen.symbol)

/**
 * The buttons of a chart: those of every chart, the chosen asset when it has none, and the assets that the series of
 * the investor depend on. Metals come before cryptocurrencies.
 */
export function listAssets(chosen: ChartAsset, drivers: readonly string[] = []): readonly ChartAsset[] {
  const more = allAssets.filter(
    (asset) =>
      !chartAssets.some(({ symbol }) => symbol === asset.symbol) &&
      (asset.symbol === chosen.symbol || drivers.includes(asset.symbol)),
  )
  const all = [...chartAssets, ...more]
  return [...all.filter(({ traded }) => !traded), ...all.filter(({ traded }) => traded)]
}

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

/** Between 0 and 1, the same for the same name. The part that differs comes first, so that all of it counts. */
const shareOf = (name: string): number => hashName(name) / 2 ** 32

/**
 * A random walk within 2.5 % of the asset's base price that ends at it, for a chart that could never be loaded. It is the
 * same on one day (UTC), so that a reload does not draw another one.
 */
export function makeSampleChart(
  { symbol, base, traded }: ChartAsset,
  range: ChartRange,
  now = Date.now(),
): ChartPoint[] {
  const { points, step } = sampleSteps[range]
  const name = `${symbol} ${range} ${new Date(now).toISOString().slice(0, 10)}`
  const walk: number[] = []
  for (let index = 0; index < points; index += 1)
    walk.push((walk.at(-1) ?? 0) + shareOf(`${index} ${name}`) - 0.5)
  const end = walk.at(-1) ?? 0
  const reach = Math.max(...walk.map((at) => Math.abs(at - end)))
  return walk.map((at, index) => ({
    time: new Date(now - (points - 1 - index) * step).toISOString(),
    price: base * (1 + ((at - end) / reach) * 0.025),
    volume: traded ? base * 1e5 * (0.5 + shareOf(`${index} volume ${name}`)) : null,
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
  const compared = named ? findAsset(query.get('with')) : last.compared
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
  /** Percent over the range, or from the first point where history is shorter; null for a single point. */
  change: number | null
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
    change: change ?? (points.length > 1 ? (last.price / first.price - 1) * 100 : null),
    ...(change === null &&
      points.length > 1 &&
      isShort(range, first.time, last.time) && { since: first.time }),
    high: Math.max(...prices, ...(high === null ? [] : [high])),
    low: Math.min(...prices, ...(low === null ? [] : [low])),
    hasVolume: points.some(({ volume }) => volume !== null),
  }
}
