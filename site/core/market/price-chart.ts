import { atom } from 'nanostores'
import { PRICE_CHANGE_HEADER, PRICE_HIGH_HEADER, PRICE_LOW_HEADER } from '#contract/market/chart-headers'
import { chartIntervals } from '#contract/market/chart-intervals'
import { type ChartPoint, type ChartRange, chartRanges, market } from '#contract/market/market'
import { callApi } from '#core/api/api'
import { hashString } from '#shared/hash-string'
import { type AssetSymbol, type MarketAsset, marketAssets } from '#shared/market-assets'
import { samplePrices } from '#shared/sample-prices'
import { parseProvenanceHeaders } from './internal/market-headers.ts'
import { createMarketStore, type MarketStore } from './internal/market-store.ts'

export type ChartAsset = MarketAsset & {
  /** The price at which a sample chart ends, in US dollars. */
  base: number
  /** Whether its market reports a volume. */
  traded: boolean
}

const allAssets: readonly ChartAsset[] = marketAssets.map((asset) => ({
  ...asset,
  base: samplePrices[asset.symbol],
  traded: asset.kind === 'crypto',
}))

/** The charted asset with this symbol. */
export const findAsset = (symbol: string | null): ChartAsset | undefined =>
  allAssets.find((asset) => asset.symbol === symbol)

/** The same, for a symbol known to have a chart. */
export const getAsset = (symbol: AssetSymbol): ChartAsset => findAsset(symbol) as ChartAsset

/** The assets with a button in every chart, in display order. */
export const chartAssets = [
  getAsset('XAU'),
  getAsset('XAG'),
  getAsset('BTC'),
  getAsset('ETH'),
  getAsset('ADA'),
  getAsset('SOL'),
] as const

/** All assets that can be compared with the chosen one, metals first. */
export const listComparableAssets = (chosen: ChartAsset): readonly ChartAsset[] =>
  allAssets.filter(({ symbol }) => symbol !== chosen.symbol)

/**
 * The buttons of a chart: the standard ones, the chosen asset if it has none, and the assets that the investor's series
 * depend on. Metals come before cryptocurrencies.
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

/**
 * A value between 0 and 1, always the same for the same name. The varying part comes first so that all of it counts.
 */
const shareOf = (name: string): number => hashString(name) / 2 ** 32

/**
 * A random walk within 2.5% of the asset's base price that ends at it, for a chart that has never loaded. It is stable
 * within a UTC day, so a reload does not draw a different one.
 */
export function createSampleChart(
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

export interface ChartSelection {
  asset: ChartAsset
  range: ChartRange
  /** The compared asset, different from the main one. */
  compared?: ChartAsset | undefined
}

/** The last chosen chart; kept while other tabs are open. */
export const $lastChart = atom<ChartSelection>({ asset: chartAssets[0], range: '24h' })

/** The chart named in a URL; missing parts come from `last`. */
export function parseChartSelection(query: URLSearchParams, last: ChartSelection): ChartSelection {
  const named = findAsset(query.get('symbol'))
  const asset = named ?? last.asset
  const range = chartRanges.find((one) => one === query.get('range')) ?? last.range
  const compared = named ? findAsset(query.get('with')) : last.compared
  return { asset, range, ...(compared && compared.symbol !== asset.symbol && { compared }) }
}

/** The URL query of a chart. */
export const getChartUrl = ({ asset, range, compared }: ChartSelection): string =>
  `?${new URLSearchParams({
    tab: 'charts',
    symbol: asset.symbol,
    range,
    ...(compared && { with: compared.symbol }),
  })}`

/** The URL query of an asset's one-day chart; undefined if the asset has no chart. */
export function getSymbolChartUrl(symbol: string): string | undefined {
  const asset = findAsset(symbol)
  return asset && getChartUrl({ asset, range: '24h' })
}

/** The prices of an asset over a range. */
export interface PriceChart {
  points: readonly ChartPoint[]
  /** Percent over 24 hours, as shown in the ticker, live strip and coin list; null if unknown. */
  dayChange: number | null
  /** From all stored prices in the range, including those between the points; null for a sample. */
  high: number | null
  low: number | null
}

const stores = new Map<string, MarketStore<PriceChart>>()

const readNumber = (headers: Headers, name: string): number | null => {
  const text = headers.get(name)
  return text === null || text === '' || !Number.isFinite(Number(text)) ? null : Number(text)
}

/** Reads the 24-hour change, high and low from a chart's headers; null for missing values. */
export const parseChartHeaders = (headers: Headers): Omit<PriceChart, 'points'> => ({
  dayChange: readNumber(headers, PRICE_CHANGE_HEADER),
  high: readNumber(headers, PRICE_HIGH_HEADER),
  low: readNumber(headers, PRICE_LOW_HEADER),
})

/** The store for one asset and range; repeated calls return the same object. */
export function getChartStore(asset: ChartAsset, range: ChartRange): MarketStore<PriceChart> {
  const name = `chart-data/${asset.symbol}/${range}`
  const made =
    stores.get(name) ??
    createMarketStore<PriceChart>(
      name,
      async () => {
        let headers = new Headers()
        const points = await callApi(
          market.getChart,
          { params: { symbol: asset.symbol, range } },
          {
            fresh: true,
            onHeaders: (sent) => {
              headers = sent
            },
          },
        )
        return { data: { points, ...parseChartHeaders(headers) }, ...parseProvenanceHeaders(headers) }
      },
      () => ({ points: createSampleChart(asset, range), dayChange: null, high: null, low: null }),
    )
  stores.set(name, made)
  return made
}

export interface ChartSummary {
  latest: number
  /** Percent over the range, or since the first point if the history is shorter; null for a single point. */
  change: number | null
  /** The time of the first point, if the history is shorter than the range. */
  since?: string
  high: number
  low: number
  /** Whether the market reports a trading volume. */
  hasVolume: boolean
}

const isShort = (range: ChartRange, from: string, to: string): boolean => {
  const { points, step } = chartIntervals[range]
  // Points are one step apart; a few may be missing.
  return Date.parse(to) - Date.parse(from) < 0.8 * points * step
}

/**
 * The figures shown beside a chart; undefined if it has no points. The 24-hour change is the one shown elsewhere for
 * the asset, if known.
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
