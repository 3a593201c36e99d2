import { lazy, type ReactNode, Suspense } from 'react'
import type { PortfolioResponse } from '#contract/portfolio'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { Steps } from './Steps.tsx'

const MarkedSteps = lazy(async () => ({ default: (await import('./MarkedSteps.tsx')).MarkedSteps }))

interface FirstVisitProps {
  response: PortfolioResponse | undefined
  /** Beside it, above the activities. */
  performance: ReactNode
  /** The activities, once there are any. */
  activity: ReactNode
}

/** The overview below the figures while there is nothing in it: the way to the first units, and what will be here. */
export function FirstVisit({ response, performance, activity }: FirstVisitProps) {
  return (
    <div className="grid h-full grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <Panel title="The way to your first units" note="Nothing is charged before a request is approved.">
        <Suspense fallback={<Steps />}>
          <MarkedSteps response={response} />
        </Suspense>
        <p className="border-line border-t bg-sunken px-[22px] py-3.5 text-[0.875rem] text-ink-2 max-sm:px-4">
          Your first records bring the rest of this page: how your value is made up, its course over time,
          your returns after fees and the allocation by category.
        </p>
      </Panel>
      <div className="flex min-w-0 flex-col gap-5">
        {performance}
        {activity || (
          <Panel title="Recent Activity" className="flex-1">
            <div className="grid flex-1 content-center">
              <EmptyState title="No recent activity">
                <p>Your activities will appear here</p>
              </EmptyState>
            </div>
          </Panel>
        )}
      </div>
    </div>
  )
}
