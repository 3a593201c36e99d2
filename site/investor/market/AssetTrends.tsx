import { useStore } from '@nanostores/react'
import type { MarketTrend } from '#contract/market/market'
import { $seriesDrivers } from '#core/market/series-price-drivers'
import { metals } from '#shared/metal-assets'
import { EmptyState } from '#ui/EmptyState'
import { Icon } from '#ui/Icon'
import { downIcon, levelIcon, upIcon } from '#ui/icons/market'
import { Skeleton } from '#ui/Skeleton'
import { HeldBadge } from './HeldSeriesBadge.tsx'
import { PercentChange } from './PercentChange.tsx'
import {
  sampleBackgroundClass,
  sampleTextClass,
  stackedName,
  stackedPrice,
  stackedRow,
} from './table-cell-classes.ts'

const directions: Record<MarketTrend['trend'], { word: string; icon: string; tone: string }> = {
  up: { word: 'Up', icon: upIcon, tone: 'text-gain' },
  down: { word: 'Down', icon: downIcon, tone: 'text-loss' },
  sideways: { word: 'Sideways', icon: levelIcon, tone: 'text-ink-3' },
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
const cell =
  'px-2 py-3 first:pl-[22px] last:pr-[22px] max-sm:first:pl-4 max-sm:last:pr-4 max-[27rem]:px-1.5 max-[27rem]:first:pl-3 max-[27rem]:last:pr-3'

interface AssetTrendsProps {
  /** Undefined while they are loading. */
  trends: readonly MarketTrend[] | undefined
  /** Whether the figures come from a real market; only those are colored. */
  isLive: boolean
  /** Whether they are built in. */
  isSample: boolean
}

/** The trend of each tracked asset, its confidence and its daily change. */
export function AssetTrends({ trends, isLive, isSample }: AssetTrendsProps) {
  if (trends?.length === 0) return <EmptyState title="No trend data available" />
  return (
    <section
      className="@container relative overflow-x-auto"
      aria-label="Table of asset trends"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with large text on a narrow screen
      tabIndex={0}
    >
      <table
        className="w-full table-fixed text-[0.9375rem] max-[27rem]:text-[0.8125rem]"
        aria-busy={trends === undefined}
      >
        <caption className="visually-hidden">Asset trends</caption>
        <thead className="@max-[13rem]:sr-only">
          <tr className="border-line-strong border-b text-[0.8125rem] text-ink-3">
            <th scope="col" className={`${cell} w-[34%] text-left font-normal`}>
              Asset
            </th>
            <th scope="col" className={`${cell} text-left font-normal`}>
              Trend
            </th>
            <th scope="col" className={`${cell} text-right font-normal`}>
              Confidence
            </th>
            <th scope="col" className={`${cell} text-right font-normal`}>
              24h Change
            </th>
          </tr>
        </thead>
        <tbody className={isSample ? `${sampleTextClass} ${sampleBackgroundClass}` : ''}>
          {trends
            ? trends.map((trend) => (
                <Row key={trend.asset} trend={trend} isLive={isLive} isSample={isSample} />
              ))
            : PLACES.map((place) => (
                <tr key={place} className="border-line border-b last:border-b-0">
                  <td colSpan={4} className={cell}>
                    <Skeleton className="my-1 h-4" />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps extends Pick<AssetTrendsProps, 'isLive' | 'isSample'> {
  trend: MarketTrend
}

function Row({ trend: { asset, trend, confidence, change }, isLive, isSample }: RowProps) {
  const { word, icon, tone } = directions[trend] ?? directions.sideways
  const metal = metals.find(({ name }) => name === asset)
  const drivers = useStore($seriesDrivers)
  const isOwn = !isSample && drivers?.byMetal.has(metal?.symbol ?? '') === true
  return (
    <tr className={`border-line border-b last:border-b-0 ${stackedRow}`}>
      <th
        scope="row"
        className={`${cell} ${stackedName} text-left ${isSample ? 'font-normal' : metal ? 'font-medium' : 'font-normal text-ink-2'}`}
      >
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {asset}
          {isOwn && (
            <span className="max-sm:hidden">
              <HeldBadge />
            </span>
          )}
        </span>
      </th>
      <td className={cell}>
        <span className="flex items-center gap-1.5">
          {!isSample && (
            <Icon path={icon} size={15} className={`max-[27rem]:hidden ${isLive ? tone : 'text-ink-3'}`} />
          )}
          {word}
        </span>
      </td>
      <td
        className={`${cell} num text-right @max-[13rem]:before:mr-2 @max-[13rem]:before:font-sans @max-[13rem]:before:text-ink-3 @max-[13rem]:before:content-['Confidence']`}
      >
        {Math.round(confidence)}%
      </td>
      <td className={`${cell} ${stackedPrice} text-right`}>
        <PercentChange percent={change} isLive={isLive} />
      </td>
    </tr>
  )
}
