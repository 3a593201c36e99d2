import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PortfolioResponse } from '#contract/portfolio'
import { $allocation, $portfolio, $valueHistory } from '#core/query/portfolio'
import { dataOf, type Remote } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { NearScreen } from '#ui/NearScreen'
import { Panel } from '#ui/Panel'
import { Allocation } from './Allocation.tsx'
import { DashboardFailure } from './DashboardFailure.tsx'
import { Metrics } from './Metrics.tsx'
import { Performance } from './Performance.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { expectsFigures, hasFigures } from './underway.ts'
import { ValueHistory } from './ValueHistory.tsx'

// Not loaded by the accounts that have figures.
const FirstVisit = lazy(async () => ({ default: (await import('./FirstVisit.tsx')).FirstVisit }))

// Not loaded before it is near the window.
const Returns = lazy(async () => ({
  default: (await import('#site/investor/figures/Returns.tsx')).Returns,
}))
/** As tall as the returns. */
const returnsPlace = <div className="min-h-[46rem] sm:min-h-[33rem] lg:min-h-[29rem]" />

/** As tall as the first visit, so that the footer does not move when it comes. */
const firstVisitHeight =
  'min-h-[74rem] min-[390px]:min-h-[64.25rem] sm:min-h-[57rem] lg:min-h-[33.25rem] xl:min-h-[30.25rem]'

/**
 * Whether the overview has its brief form, until the first figure is recorded. Before the portfolio is loaded it has
 * the form of the one that was loaded last; after a sign-in, the brief one for a new account that is not underway.
 */
function useBrief(response: PortfolioResponse | undefined): boolean {
  const user = useStore(investorSession.$session)?.user
  const [isExpected] = useState(() => user !== undefined && !(user.has_figures ?? expectsFigures(user)))
  const isFilled = response && hasFigures(response)
  const known = user?.has_figures
  useEffect(() => {
    if (isFilled !== undefined && isFilled !== known) investorSession.updateUser({ has_figures: isFilled })
  }, [isFilled, known])
  return isFilled === undefined ? isExpected : !isFilled
}

/** The Portfolio tab: the figures, the performance, and the recent activity; the way to them while there are none. */
export function Overview() {
  const view = useStore($portfolio)
  const response = dataOf(view)
  const isBrief = useBrief(response)
  if (view.status === 'failed' && !response) return <DashboardFailure views={[view]} />
  return (
    <div className="grid grid-cols-1 gap-5" aria-busy={!response}>
      {isBrief ? <DashboardFailure views={[view]} /> : <FiguresFailure view={view} />}
      <Metrics response={response} brief={isBrief} />
      {isBrief ? (
        <div className={firstVisitHeight} data-part="first-visit">
          <Suspense>
            <FirstVisit response={response} />
          </Suspense>
        </div>
      ) : (
        <Figures response={response} />
      )}
    </div>
  )
}

/** The failure of the portfolio, or of a drawing that is shown with its last data. */
const FiguresFailure = ({ view }: { view: Remote<PortfolioResponse> }) => (
  <DashboardFailure views={[view, useStore($valueHistory), useStore($allocation)]} />
)

/** Drawings and lists of an account that has figures. */
function Figures({ response }: { response: PortfolioResponse | undefined }) {
  return (
    <>
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
    </>
  )
}
