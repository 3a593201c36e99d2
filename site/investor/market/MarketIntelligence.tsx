import { useStore } from '@nanostores/react'
import { getCacheReason, marketIntelligence } from '#core/market/market-intelligence'
import { $seriesDrivers } from '#core/market/series-price-drivers'
import { isFromLiveSource, isSample } from '#core/query/data-provenance'
import { $holdings } from '#core/query/holdings/holdings'
import { getData } from '#core/query/remote'
import { useLatched } from '#site/ui/use-ever.ts'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { RemoteError } from '#ui/RemoteView'
import { Skeleton } from '#ui/Skeleton'
import { AssetTrends } from './AssetTrends.tsx'
import { Attribution } from './Attribution.tsx'
import { MarketRatings } from './MarketRatings.tsx'
import { PriceChangeSinceValuation } from './PriceChangeSinceValuation.tsx'
import { describeStaleData, ProvenanceBadges } from './ProvenanceBadges.tsx'
import { RiskAssessment } from './RiskAssessment.tsx'
import { sampleBackgroundClass, sampleTextClass } from './table-cell-classes.ts'

/** Figures calculated from prices, and fixed text. */
export function MarketIntelligence() {
  const view = useStore(marketIntelligence.$view)
  const holdings = useStore($holdings)
  const areSeriesKnown = useLatched(useStore($seriesDrivers) !== undefined && holdings.status !== 'loading')
  return (
    <div className="grid grid-cols-1 gap-5 print:mt-4">
      <RemoteError
        view={view}
        kind="warning"
        failure={(error) => [`Using cached data - ${getCacheReason(error)}`]}
        last={
          isSample(view)
            ? 'No stored data is available. The hatched figures below are sample data.'
            : describeStaleData(view)
        }
        label="Retry"
        onRetry={marketIntelligence.retry}
      />
      <PriceChangeSinceValuation />
      {/* Rendered once the number of series above is known. */}
      {areSeriesKnown && <Computed />}
    </div>
  )
}

function Computed() {
  const view = useStore(marketIntelligence.$view)
  const data = getData(view)?.data
  const isKnown = useLatched(view.status !== 'loading')
  return (
    <>
      <Panel
        title="Market Intelligence"
        note={
          isSample(view)
            ? 'Sample data, not derived from market prices.'
            : 'Calculated from stored prices; the method is given with each indicator. Not investment advice.'
        }
        aside={
          <div className="flex min-h-6 flex-wrap items-center gap-2">
            <ProvenanceBadges view={view} />
          </div>
        }
      >
        <MarketRatings data={data} isLive={isFromLiveSource(view)} isSample={isSample(view)} />
      </Panel>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <Panel
          title="Asset Trends"
          note="Seven-day trend; confidence is the goodness of fit of a straight line."
        >
          <AssetTrends trends={data?.trends} isLive={isFromLiveSource(view)} isSample={isSample(view)} />
        </Panel>
        <Panel title="Market Insights" note="A summary of the figures above.">
          <Insights insights={data?.insights} isSample={isSample(view)} />
        </Panel>
      </div>
      <Attribution view={view} />
      {isKnown && <RiskAssessment />}
    </>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e']

function Insights({ insights, isSample }: { insights: readonly string[] | undefined; isSample: boolean }) {
  if (insights?.length === 0) return <EmptyState title="No insights available at the moment" />
  return (
    <ul
      className={isSample ? `flex-1 ${sampleBackgroundClass}` : ''}
      aria-busy={insights === undefined}
      aria-label="Market Insights"
    >
      {insights
        ? insights.map((insight) => (
            <li
              key={insight}
              className={`border-line border-t px-[22px] py-3.5 text-[0.9375rem] first:border-t-0 max-sm:px-4 ${isSample ? sampleTextClass : ''}`}
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
