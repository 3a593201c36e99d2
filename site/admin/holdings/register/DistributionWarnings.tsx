import type { Distribution } from '#contract/holdings/admin-register'
import { describeEarlierDistributions } from './earlier-distributions.ts'

interface DistributionWarningsProps {
  /** Whether the record date has ended (UTC). */
  isDayOver: boolean
  /** Previously booked distributions with the same record date. */
  earlier: readonly Distribution[]
}

/** What the person booking or approving a distribution must know about its record date. */
export function DistributionWarnings({ isDayOver, earlier }: DistributionWarningsProps) {
  const paid = describeEarlierDistributions(earlier)
  return (
    <>
      {!isDayOver && (
        <span className="mt-3 block text-warn">
          The record date has not ended (UTC). Units transferred later today do not change who is paid.
        </span>
      )}
      {paid && (
        <span className="mt-3 block text-warn wrap-anywhere">{paid} This distribution is in addition.</span>
      )}
    </>
  )
}
