import { useStore } from '@nanostores/react'
import { explainCache, marketIntelligence } from '#core/market/market-intelligence'
import { $seriesDrivers } from '#core/market/series-drivers'
import { $holdings } from '#core/query/holdings'
import { dataOf } from '#core/query/remote'
import { isReal, isSample } from '#core/query/sourced'
import { useEver } from '#site/ui/use-ever.ts'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteFailure } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AssetTrends } from './AssetTrends.tsx'
import { Attribution } from './Attribution.tsx'
import { describeLast, FigureBadges } from './FigureBadges.tsx'
import { Readings } from './Readings.tsx'
import { RiskAssessment } from './RiskAssessment.tsx'
import { SinceValuation } from './SinceValuation.tsx'
import { sampleGround, sampleTone } from './table-cells.ts'

/** Figures computed from prices, and fixed text. */
export function MarketIntelligence() {
  const view = useStore(marketIntelligence.$view)
  const holdings = useStore($holdings)
  const areSeriesKnown = useEver(useStore($seriesDrivers) !== undefined && holdings.status !== 'loading')
  return (
    <div className="grid grid-cols-1 gap-5 print:mt-4">
      <RemoteFailure
        view={view}
        kind="warning"
        failure={(error) => [`Using cached data - ${explainCache(error)}`]}
        last={
          isSample(view)
            ? 'Only built-in samples are kept for this: the hatched figures below are not real.'
            : describeLast(view)
        }
        label="Retry"
        onRetry={marketIntelligence.retry}
      />
      <SinceValuation />
      {/* Below the series once their number is known. */}
      {areSeriesKnown && <Computed />}
    </div>
  )
}

function Computed() {
  const view = useStore(marketIntelligence.$view)
  const data = dataOf(view)?.data
  const isKnown = useEver(view.status !== 'loading')
  return (
    <>
      <Panel
        title="Market Intelligence"
        note={
          isSample(view)
            ? 'Samples of what is shown here, computed from no price: they say nothing about the market.'
            : 'Computed from stored prices, as said under each reading. Not investment advice.'
        }
        aside={
          <div className="flex min-h-6 flex-wrap items-center gap-2">
            <FigureBadges view={view} />
          </div>
        }
      >
        <Readings data={data} real={isReal(view)} sample={isSample(view)} />
      </Panel>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <Panel title="Asset Trends" note="Direction over seven days, and how well a straight line fits it.">
          <AssetTrends trends={data?.trends} real={isReal(view)} sample={isSample(view)} />
        </Panel>
        <Panel title="Market Insights" note="The same figures in sentences.">
          <Insights insights={data?.insights} sample={isSample(view)} />
        </Panel>
      </div>
      <Attribution view={view} />
      {isKnown && <RiskAssessment />}
    </>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e']

function Insights({ insights, sample }: { insights: readonly string[] | undefined; sample: boolean }) {
  if (insights?.length === 0) return <EmptyState title="No insights available at the moment" />
  return (
    <ul
      className={sample ? `flex-1 ${sampleGround}` : ''}
      aria-busy={insights === undefined}
      aria-label="Market Insights"
    >
      {insights
        ? insights.map((insight) => (
            <li
              key={insight}
              className={`border-line border-t px-[22px] py-3.5 text-[0.9375rem] first:border-t-0 max-sm:px-4 ${sample ? sampleTone : ''}`}
            >
              {insight}
            </li>
          ))
        : PLACES.map((place) => (
            <li key={place} className="border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4">
              <Skeleton className="my-1 h-4" />
              <Skeleton className="my-2 h-4 w-2/3" />
            </li>
          ))}
    </ul>
  )
}
