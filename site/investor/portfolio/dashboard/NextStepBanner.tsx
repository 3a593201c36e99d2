import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { $portfolio } from '#core/query/portfolio/portfolio'
import { getData } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { hasCompletedOnboarding, isNewAccount } from '#site/investor/kit/onboarding-status.ts'
import { Skeleton } from '#ui/Skeleton'

// Not loaded for accounts that have no next step.
const KnownStep = lazy(async () => ({ default: (await import('./NextStepCard.tsx')).NextStepCard }))

/**
 * Whether to reserve space for the banner before the portfolio is loaded, so that the content below does not move. The
 * session knows this from the sign-in or the last loaded portfolio.
 */
const expectsStep = (user: { is_verified: boolean; underway?: boolean; created_at: string }): boolean =>
  user.is_verified && !(user.underway ?? !isNewAccount(user))

/**
 * A verified investor's next step, or what they are waiting for, until the first deposit is booked. After that, and
 * before the verification, which has its own banner, only a payment due for a subscription is shown, until it has
 * arrived.
 */
export function NextStepBanner() {
  const user = useStore(investorSession.$session)?.user
  const view = useStore($portfolio)
  const response = getData(view)
  const [isExpected] = useState(() => user !== undefined && expectsStep(user))
  const underway = response && hasCompletedOnboarding(response) && !response.payment_due
  const known = user?.underway
  useEffect(() => {
    if (underway !== undefined && underway !== known) investorSession.updateUser({ underway })
  }, [underway, known])

  if (underway || !(response ? user?.is_verified || response.payment_due : isExpected)) return null
  return (
    <Frame>
      {response ? (
        <Suspense fallback={<Loading />}>
          <KnownStep response={response} loading={<Loading />} />
        </Suspense>
      ) : view.status === 'failed' ? (
        <p className="text-ink-2">Your next step could not be loaded.</p>
      ) : (
        <Loading />
      )}
    </Frame>
  )
}

/** The same height with each text as with its placeholder. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Next step" className="next-step">
      {children}
    </section>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-2">
      <span className="visually-hidden">Loading your next step</span>
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  )
}
