import type { Distribution } from '#contract/admin-register'
import { describeEarlier } from './earlier.ts'

interface DistributionWarningsProps {
  /** Whether the record date is over (UTC). */
  isDayOver: boolean
  /** Distributions of the same record date that were booked before. */
  earlier: readonly Distribution[]
}

/** What whoever books or approves a distribution has to know about its record date. */
export function DistributionWarnings({ isDayOver, earlier }: DistributionWarningsProps) {
  const paid = describeEarlier(earlier)
  return (
    <>
      {!isDayOver && (
        <span className="mt-3 block text-warn">
          The record date is not over (UTC). Units that move later today do not change who is paid.
        </span>
      )}
      {paid && (
        <span className="mt-3 block text-warn wrap-anywhere">{paid} This one is paid in addition.</span>
      )}
    </>
  )
}
