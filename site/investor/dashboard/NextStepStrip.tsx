import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { $portfolio } from '#core/query/portfolio'
import { dataOf } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { Skeleton } from '#ui/Skeleton'
import { isNewAccount, isUnderway } from './underway.ts'

// Not loaded by the accounts that have no next step.
const KnownStep = lazy(async () => ({ default: (await import('./KnownStep.tsx')).KnownStep }))

/**
 * Whether a place is kept for the strip before the portfolio is loaded: what follows must not move when it comes or
 * does not come. The session knows it from the sign-in, or from the portfolio that was loaded last.
 */
const expectsStep = (user: { is_verified: boolean; underway?: boolean; created_at: string }): boolean =>
  user.is_verified && !(user.underway ?? !isNewAccount(user))

/**
 * What a verified investor does next, or waits for, until the first deposit is booked. From then on, and before the
 * verification, which has its own strip above every page, only a payment for a subscription is shown, until it has
 * arrived.
 */
export function NextStepStrip() {
  const user = useStore(investorSession.$session)?.user
  const view = useStore($portfolio)
  const response = dataOf(view)
  const [isExpected] = useState(() => user !== undefined && expectsStep(user))
  const underway = response && isUnderway(response) && !response.payment_due
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

/** As high with each text as with its placeholder. */
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
