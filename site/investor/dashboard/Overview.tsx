import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { $allocation, $portfolio, $valueHistory } from '#core/query/portfolio'
import { dataOf } from '#core/query/remote'
import { NearScreen } from '#ui/NearScreen'
import { Panel } from '#ui/Panel'
import { Allocation } from './Allocation.tsx'
import { DashboardFailure } from './DashboardFailure.tsx'
import { Metrics } from './Metrics.tsx'
import { Performance } from './Performance.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { ValueHistory } from './ValueHistory.tsx'

// Not loaded before it is near the window.
const Returns = lazy(async () => ({
  default: (await import('#site/investor/figures/Returns.tsx')).Returns,
}))
/** As tall as the returns. */
const returnsPlace = <div className="min-h-[32rem]" />

/** The Portfolio tab: the holdings, the performance, and the recent activity. */
export function Overview() {
  const view = useStore($portfolio)
  const charts = [useStore($valueHistory), useStore($allocation)]
  const response = dataOf(view)
  const failure = <DashboardFailure views={[view, ...charts]} />
  if (view.status === 'failed' && !response) return failure
  return (
    <div className="grid grid-cols-1 gap-5" aria-busy={!response}>
      {failure}
      <Metrics response={response} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        {/* On a phone and for screen readers, figures come before drawings. */}
        <div className="flex min-w-0 flex-col gap-5 lg:col-start-2">
          <Performance performance={response?.portfolio.performance} />
          <RecentActivity activities={response?.recentActivity} />
        </div>
        <ValueHistory className="lg:col-start-1 lg:row-start-1" />
      </div>
      <Panel title="Returns" note="After fees, measured in two ways.">
        <NearScreen place={returnsPlace}>
          <Suspense fallback={returnsPlace}>
            <Returns />
          </Suspense>
        </NearScreen>
      </Panel>
      <Allocation />
    </div>
  )
}
