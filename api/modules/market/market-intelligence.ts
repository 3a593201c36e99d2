/** Readings of market prices, as pure functions: from figures to levels and sentences that contain the figures. */
import type { Level, MarketIntelligence, MarketTrend } from '#contract/market/market'
import type { MarketAsset } from '#shared/market-assets'

/** One tracked asset: its change over 24 hours in percent, and its prices over seven days, oldest first. */
interface TrackedAsset {
  name: string
  kind: MarketAsset['kind']
  change: number | null
  history: readonly { time: number; price: number }[]
}

interface IntelligenceInput {
  assets: readonly TrackedAsset[]
  /** US dollars traded in all coins in the last 24 hours. */
  volume: number
  /** The same at each hour of the last seven days. */
  pastVolumes: readonly number[]
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The middle of the sorted values, or the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? Number.NaN) + upper) / 2
}

/** Bullish above a mean change of +1 % in 24 hours, bearish below -1 %, else neutral. */
export function classifySentiment(meanChange: number): MarketIntelligence['sentiment'] {
  if (meanChange > 1) return 'bullish'
  return meanChange < -1 ? 'bearish' : 'neutral'
}

/** From the median of the absolute 24-hour changes: low below 2 %, medium below 5 %, else high. */
export function classifyVolatility(medianMove: number): Level {
  if (medianMove < 2) return 'low'
  return medianMove < 5 ? 'medium' : 'high'
}

/** From the volume as a multiple of its seven-day mean: low below 0.8, high above 1.2, else medium. */
export function classifyVolume(ratio: number): Level {
  if (ratio < 0.8) return 'low'
  return ratio > 1.2 ? 'high' : 'medium'
}

interface Fit {
  /** The line's rise from the first to the last point, in percent of its start. */
  change: number
  /** Coefficient of determination, 0 to 1: the share of the variance that the line explains. */
  rSquared: number
}

/**
 * The straight line through prices over time by ordinary least squares, and how well it fits
 * (NIST/SEMATECH e-Handbook of Statistical Methods, sections 4.1.4.1 and 4.4.4).
 * Undefined for fewer than two instants. A constant price is fitted perfectly by a level line.
 */
export function fitLine(points: readonly { time: number; price: number }[]): Fit | undefined {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || first.time === last.time) return undefined
  const meanTime = mean(points.map(({ time }) => time))
  const meanPrice = mean(points.map(({ price }) => price))
  let timeSquares = 0
  let priceSquares = 0
  let products = 0
  for (const { time, price } of points) {
    timeSquares += (time - meanTime) ** 2
    priceSquares += (price - meanPrice) ** 2
    products += (time - meanTime) * (price - meanPrice)
  }
  if (priceSquares === 0) return { change: 0, rSquared: 1 }
  const slope = products / timeSquares
  const start = meanPrice + slope * (first.time - meanTime)
  const end = meanPrice + slope * (last.time - meanTime)
  return { change: (end / start - 1) * 100, rSquared: products ** 2 / (timeSquares * priceSquares) }
}

/** The sign of the line's slope; sideways if the line moves by less than 1 % over its seven days. */
export function classifyTrend({ change }: Fit): MarketTrend['trend'] {
  if (Math.abs(change) < 1) return 'sideways'
  return change > 0 ? 'up' : 'down'
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
const percent = (value: number): string => `${round(Math.abs(value), 2).toFixed(2)}%`
const signed = (value: number): string => `${value < 0 ? '-' : '+'}${percent(value)}`
const billions = (value: number): string => `$${(value / 1e9).toFixed(1)} billion`

interface Trend extends MarketTrend {
  fitted: number
}

/** Of the line, not of the price: both are shown, and need not agree. */
const directions = { up: 'rises by', down: 'falls by', sideways: 'moves within' }

function describeTrend({ asset, trend, confidence, fitted }: Trend): string {
  return `${asset} shows the strongest seven-day trend: the regression line ${directions[trend]} ${percent(fitted)}, with a fit of ${confidence}%.`
}

type MovedAsset = TrackedAsset & { change: number }

/** The metals alone: the tracked coins move further and would hide them in the mean. */
function describeMetals(assets: readonly MovedAsset[]): string[] {
  const metals = assets.filter(({ kind }) => kind === 'metal')
  const furthest = metals.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))[0]
  if (!furthest || metals.length < 2) return []
  return [
    `The ${metals.length} metals changed ${signed(mean(metals.map(({ change }) => change)))} on average over 24 hours, led by ${furthest.name} (${signed(furthest.change)}).`,
  ]
}

function describeMoves(assets: readonly MovedAsset[]): string[] {
  const byChange = assets.toSorted((a, b) => b.change - a.change)
  const [best, worst] = [byChange[0], byChange.at(-1)]
  if (!best || !worst || best === worst) return []
  return [
    `Over 24 hours, ${best.name} had the highest change (${signed(best.change)}) and ${worst.name} the lowest (${signed(worst.change)}).`,
  ]
}

/** The content of `/market-intelligence` except provenance. Values that cannot be calculated are omitted. */
export function analyzeMarket({
  assets,
  volume,
  pastVolumes,
}: IntelligenceInput): Omit<MarketIntelligence, 'as_of' | 'source' | 'stale'> {
  const moved = assets.filter((asset): asset is MovedAsset => asset.change !== null)
  const hasMoves = moved.length > 0
  const meanChange = hasMoves ? mean(moved.map(({ change }) => change)) : 0
  const medianMove = hasMoves ? median(moved.map(({ change }) => Math.abs(change))) : 0
  const meanVolume = pastVolumes.length > 0 ? mean(pastVolumes) : 0
  const hasVolumes = meanVolume > 0
  const ratio = hasVolumes ? volume / meanVolume : 1
  const sentiment = classifySentiment(meanChange)
  const volatility = classifyVolatility(medianMove)
  const level = classifyVolume(ratio)

  const trends = assets.flatMap(({ name, change, history }): Trend[] => {
    const fit = fitLine(history)
    if (!fit) return []
    const confidence = round(fit.rSquared * 100, 0)
    return [{ asset: name, trend: classifyTrend(fit), confidence, change, fitted: fit.change }]
  })
  const clearest = trends.toSorted((a, b) => b.confidence - a.confidence)[0]

  const insights = [
    ...describeMetals(moved),
    ...(hasMoves
      ? [
          `The ${moved.length} tracked assets changed ${signed(meanChange)} on average over 24 hours; sentiment is ${sentiment}.`,
          `The median absolute change was ${percent(medianMove)}; volatility is ${volatility}.`,
        ]
      : []),
    ...(hasVolumes
      ? [
          `Total trading volume of listed cryptocurrencies was ${billions(volume)} in 24 hours, ${ratio.toFixed(2)} times the seven-day average; volume is ${level}.`,
        ]
      : []),
    ...(clearest ? [describeTrend(clearest)] : []),
    ...describeMoves(moved),
  ]
  return {
    sentiment,
    volatility,
    volume: level,
    measures: {
      mean_change: hasMoves ? round(meanChange, 2) : null,
      median_move: hasMoves ? round(medianMove, 2) : null,
      volume_ratio: hasVolumes ? round(ratio, 2) : null,
    },
    trends: trends.map(({ fitted: _, ...trend }) => trend),
    insights,
  }
}
