import { useStore } from '@nanostores/react'
import { $allocation, $portfolio, $valueHistory } from '#core/query/portfolio'
import { dataOf } from '#core/query/remote'
import { Allocation } from './Allocation.tsx'
import { DashboardFailure } from './DashboardFailure.tsx'
import { Metrics } from './Metrics.tsx'
import { Performance } from './Performance.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { RefreshFailure } from './RefreshFailure.tsx'
import { ValueHistory } from './ValueHistory.tsx'

/** The Portfolio tab: what there is, how it has done, and what happened last. */
export function Overview() {
  const view = useStore($portfolio)
  const charts = [useStore($valueHistory), useStore($allocation)]
  const answer = dataOf(view)
  if (view.status === 'failed' && !answer) {
    return <DashboardFailure error={view.error} updating={view.updating} />
  }
  return (
    <div className="grid grid-cols-1 gap-5" aria-busy={!answer}>
      <RefreshFailure views={[view, ...charts]} />
      <Metrics answer={answer} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        {/* Figures before drawings on a phone, and for who listens. */}
        <div className="flex min-w-0 flex-col gap-5 lg:col-start-2">
          <Performance performance={answer?.portfolio.performance} />
          <RecentActivity activities={answer?.recentActivity} />
        </div>
        <ValueHistory className="lg:col-start-1 lg:row-start-1" />
      </div>
      <Allocation />
    </div>
  )
}
