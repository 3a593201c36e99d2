import { lazy, type ReactNode, Suspense } from 'react'
import type { PortfolioResponse } from '#contract/portfolio/portfolio'
import { EmptyState } from '#ui/EmptyState'
import { Panel } from '#ui/Panel'
import { OnboardingSteps } from './OnboardingSteps.tsx'

const MarkedSteps = lazy(async () => ({
  default: (await import('./OnboardingProgress.tsx')).OnboardingProgress,
}))

interface FirstVisitProps {
  response: PortfolioResponse | undefined
  /** Beside it, above the activities. */
  performance: ReactNode
  /** The activities, if there are any. */
  activity: ReactNode
}

/**
 * The overview below the figures while there is no data yet: the steps to the first units, and what will appear here.
 */
export function GettingStarted({ response, performance, activity }: FirstVisitProps) {
  return (
    <div className="grid h-full grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
      <Panel title="How to invest" note="Nothing is due until your subscription is approved.">
        <Suspense fallback={<OnboardingSteps />}>
          <MarkedSteps response={response} />
        </Suspense>
        <p className="border-line border-t bg-sunken px-[22px] py-3.5 text-[0.875rem] text-ink-2 max-sm:px-4">
          Once you invest, this page also shows the breakdown and history of your portfolio value, your
          returns after fees and your allocation by category.
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
