import { type ReactNode, useState } from 'react'
import type { ChartRange } from '#contract/market/market'
import { formatDateTime, formatPercent, formatPrice } from '#core/format/format'
import { formatDateTimeWithZone } from '#core/format/time-with-zone'
import { type IndexedPoint, indexToCommonStart } from '#core/market/chart-comparison'
import { type ChartAsset, type PriceChart, summarizeChart } from '#core/market/price-chart'
import type { Series } from '#core/market/series-price-drivers'
import { Button } from '#ui/Button'
import { ChartPlaceholder } from '#ui/ChartPlaceholder'
import { EmptyState } from '#ui/EmptyState'
import { Skeleton } from '#ui/Skeleton'
import { type ChartLine, ChartTable } from './ChartTable.tsx'
import { HeldSeriesBadge } from './HeldSeriesBadge.tsx'
import { PercentChange } from './PercentChange.tsx'
import { LINE_HEIGHT, PriceLineChart, VolumeChart } from './PriceLineChart.tsx'
import { sampleBackgroundClass, sampleTextClass } from './table-cell-classes.ts'

interface PriceHistoryProps {
  asset: ChartAsset
  range: ChartRange
  /** Undefined while it is loading. */
  chart: PriceChart | undefined
  /** Whether the prices come from a real market. */
  isLive: boolean
  /** Whether they are built in. */
  isSample: boolean
  /** The investor's series that depend on the asset. */
  series: readonly Series[] | undefined
  /** The compared asset. */
  compared?: { asset: ChartAsset; chart: PriceChart | undefined } | undefined
}

const rangeWords: Record<ChartRange, string> = {
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '1y': '1 year',
}

/** A history's figures and drawing. */
export function PriceHistory({ asset, range, chart, isLive, isSample, series, compared }: PriceHistoryProps) {
  const [isTableOpen, openTable] = useState(false)
  const points = chart?.points
  const summary = chart && summarizeChart(chart, range)
  if (points && !summary) {
    return (
      <EmptyState title="No chart data available">
        <p>No {asset.name} prices in this range yet.</p>
      </EmptyState>
    )
  }
  const figure = (value: ReactNode) => (summary ? value : <Skeleton className="h-[1.2em] w-3/4" />)
  const over = rangeWords[range]
  const indexed = compared?.chart && points ? indexToCommonStart(points, compared.chart.points) : undefined
  const lines: ChartLine[] =
    indexed && compared
      ? [
          { name: asset.name, points: indexed[0] },
          { name: compared.asset.name, points: indexed[1] },
        ]
      : [{ name: 'Price', points: points ?? [] }]
  // A comparison is drawn once both histories have loaded.
  const isKnown = summary !== undefined && (!compared || compared.chart !== undefined)
  const extremes = chart?.high == null ? 'Of the points shown' : 'All stored prices in range'
  // On a phone, the drawing is between the price and its high and low.
  return (
    <div className="max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))]">
      {isSample && summary ? (
        <SampleFigure name={asset.name} base={summary.latest} series={series} />
      ) : (
        <dl className="grid overflow-hidden max-sm:contents sm:grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,48%)),1fr))] md:grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,24%)),1fr))]">
          <Figure
            name="Latest price"
            note={
              <span className="flex min-h-6 items-center">
                <HeldSeriesBadge series={series} />
              </span>
            }
          >
            {figure(summary && formatPrice(summary.latest))}
          </Figure>
          <Figure
            name={summary?.since ? `Change since ${formatDateTime(summary.since)}` : `Change over ${over}`}
          >
            {figure(
              summary && <PercentChange percent={summary.change} isLive={isLive} className="font-serif!" />,
            )}
          </Figure>
          <Figure name="High" note={extremes} className="max-sm:order-2">
            {figure(summary && formatPrice(summary.high))}
          </Figure>
          <Figure name="Low" note={extremes} className="max-sm:order-2">
            {figure(summary && formatPrice(summary.low))}
          </Figure>
        </dl>
      )}
      <div
        className={`min-w-0 border-line border-t px-2 pt-3 pb-2 max-sm:order-1 max-sm:col-span-full ${isSample ? sampleBackgroundClass : ''}`}
      >
        {indexed && compared && (
          <Legend
            names={[asset.name, compared.asset.name]}
            from={indexed[0][0]?.time}
            isLive={isLive}
            isSample={isSample}
          />
        )}
        {compared?.chart && points && points.length > 1 && !indexed && (
          <p className="px-3.5 text-[0.8125rem] text-ink-2">
            No {compared.asset.name} prices are available for comparison in this range.
          </p>
        )}
        {points?.length === 1 ? (
          <p className="px-3.5 py-2 text-[0.875rem] text-ink-2">
            Only one {asset.name} price is available in this range. A chart needs at least two.
          </p>
        ) : points && summary && isKnown ? (
          <>
            <PriceLineChart
              // Another asset or range gets a new chart.
              key={`${asset.symbol} ${indexed && compared?.asset.symbol} ${range}`}
              lines={lines}
              isLive={isLive}
              isSample={isSample}
              isIndexed={indexed !== undefined}
              label={
                indexed && compared
                  ? `${asset.name} and ${compared.asset.name} over ${over}, both rebased to 100: ${asset.name} now ${lastIndex(indexed[0])}, ${compared.asset.name} now ${lastIndex(indexed[1])}`
                  : isSample
                    ? `${asset.name} over ${over}: randomly generated sample data`
                    : `${asset.name} over ${over}: latest ${formatPrice(summary.latest)}, change ${summary.change === null ? 'N/A' : formatPercent(summary.change)}, high ${formatPrice(summary.high)}, low ${formatPrice(summary.low)}`
              }
            />
            {summary.hasVolume && !compared && (
              <VolumeChart
                key={`${asset.symbol} ${range} volume`}
                points={points}
                isLive={isLive}
                label={`${asset.name}: 24h volume over ${over}`}
              />
            )}
          </>
        ) : (
          <div className="px-3.5 pb-2">
            <ChartPlaceholder height={LINE_HEIGHT} />
          </div>
        )}
      </div>
      {isKnown && !isSample && (
        <div className="border-line border-t px-[22px] py-3 max-sm:order-3 max-sm:col-span-full max-sm:px-4 print:hidden">
          <Button look="quiet" small aria-expanded={isTableOpen} onClick={() => openTable(!isTableOpen)}>
            {isTableOpen ? 'Hide data' : 'Show data'}
          </Button>
        </div>
      )}
      {isKnown && !isSample && isTableOpen && (
        <div className="max-sm:order-3 max-sm:col-span-full">
          <ChartTable lines={lines} caption={`Chart data over ${over}`} />
        </div>
      )}
    </div>
  )
}

const lastIndex = (points: readonly IndexedPoint[]): string => points.at(-1)?.index.toFixed(2) ?? ''

interface LegendProps {
  names: readonly [string, string]
  from: string | undefined
  /** Whether the lines come from a real market. */
  isLive: boolean
  /** Whether the first line is built in. */
  isSample: boolean
}

/** The lines of a comparison by style, and what they are relative to. */
function Legend({ names, from, isLive, isSample }: LegendProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 px-3.5 text-[0.8125rem] text-ink-2">
      {names.map((name, at) => (
        <span key={name} className="flex items-center gap-2">
          <i
            className={`block w-6 border-t-2 ${at === 1 ? 'border-info border-dashed' : `${isLive ? 'border-primary' : 'border-ink-3'} ${isSample ? 'border-dotted' : ''}`}`}
            aria-hidden="true"
          />
          {name}
        </span>
      ))}
      <span className="text-ink-3">
        Rebased to 100 at {from ? formatDateTimeWithZone(from) : 'the start of the range'}
      </span>
    </p>
  )
}

interface SampleFigureProps {
  /** Of the asset. */
  name: string
  /** The price at which the sample ends. */
  base: number
  series: readonly Series[] | undefined
}

/** Shown instead of a history's figures: a sample has no change, high or low. */
function SampleFigure({ name, base, series }: SampleFigureProps) {
  return (
    <div className="grid gap-1.5 px-[22px] py-4 text-[0.875rem] max-sm:col-span-full max-sm:px-4">
      <dl className="flex flex-wrap items-baseline gap-x-2.5">
        <dt className="text-ink-2">Latest price</dt>
        <dd className={`num ${sampleTextClass}`}>{formatPrice(base)}</dd>
        {series && (
          <dd className="ml-4">
            <HeldSeriesBadge series={series} />
          </dd>
        )}
      </dl>
      <p className="max-w-[80ch] text-ink-2">
        No {name} price is available. The price shown is sample data and the line is randomly generated, so no
        change, high or low is shown.
      </p>
    </div>
  )
}

interface FigureProps {
  name: string
  /** What the sample shows. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

function Figure({ name, note, className = '', children }: FigureProps) {
  return (
    <div
      className={`-mt-px -ml-px min-w-0 border-line border-t border-l px-[22px] py-4 max-sm:px-4 max-sm:py-3 ${className}`}
    >
      <dt className="text-[0.8125rem] text-ink-2">{name}</dt>
      <dd className="mt-1 font-serif text-[clamp(1.125rem,2vw,1.5rem)] leading-[1.2] tracking-[-0.02em] tabular-nums lining-nums wrap-anywhere">
        {children}
      </dd>
      {note && <dd className="mt-1 text-[0.75rem] text-ink-3">{note}</dd>}
    </div>
  )
}
