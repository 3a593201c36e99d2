import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState } from 'react'
import type { PortfolioResponse } from '#contract/portfolio/portfolio'
import { $allocation, $portfolio, $valueHistory } from '#core/query/portfolio/portfolio'
import { getData } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { hasFigures, isNewAccount } from '#site/investor/kit/onboarding-status.ts'
import { LazyRender } from '#ui/LazyRender'
import { Panel } from '#ui/Panel'
import { Allocation } from './Allocation.tsx'
import { DashboardError } from './DashboardError.tsx'
import { KeyMetrics } from './KeyMetrics.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { TotalReturn } from './TotalReturn.tsx'
import { ValueHistory } from './ValueHistory.tsx'

// Not loaded for accounts that have figures.
const FirstVisit = lazy(async () => ({ default: (await import('./GettingStarted.tsx')).GettingStarted }))

const returns = { read: async () => (await import('#site/investor/portfolio/dashboard/Returns.tsx')).Returns }

/**
 * Whether the overview has its short form, which it has until the first figure is recorded. Before the portfolio is
 * loaded, a new account that was not underway when last seen has it too.
 */
function useBrief(response: PortfolioResponse | undefined): boolean {
  const user = useStore(investorSession.$session)?.user
  const [isExpected] = useState(() => user?.underway === false && isNewAccount(user))
  return response ? !hasFigures(response) : isExpected
}

/** The Portfolio tab: figures, performance and recent activity, or the steps to get there if there are none. */
export function Overview() {
  const view = useStore($portfolio)
  const response = getData(view)
  const charts = [useStore($valueHistory), useStore($allocation)]
  const isBrief = useBrief(response)
  const failure = <DashboardError views={[view, ...charts]} />
  if (view.status === 'failed' && !response) return failure
  const performance = <TotalReturn performance={response?.portfolio.performance} />
  const activity = (
    <RecentActivity activities={response?.recentActivity} areEntered={response?.source === 'entered'} />
  )
  return (
    <div
      className="grid grid-cols-1 gap-5"
      data-illustrative={response?.illustrative || undefined}
      aria-busy={!response}
    >
      {failure}
      <KeyMetrics response={response} brief={isBrief} />
      {isBrief ? (
        <div className="first-visit">
          <Suspense>
            <FirstVisit
              response={response}
              performance={performance}
              activity={response?.recentActivity.length ? activity : undefined}
            />
          </Suspense>
        </div>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
            {/* On a phone and for screen readers, figures come before drawings. */}
            <div className="flex min-w-0 flex-col gap-5 lg:col-start-2">
              {performance}
              {activity}
            </div>
            <ValueHistory className="lg:col-start-1 lg:row-start-1" />
          </div>
          <Panel title="Returns" note="After fees">
            <div className="returns-place">
              {response && <LazyRender part={returns} placeholder={null} props={{}} />}
            </div>
          </Panel>
          <Allocation />
        </>
      )}
    </div>
  )
}
