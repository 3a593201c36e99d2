/** Whether an investor may be given something: said in the same words wherever a request is decided. */
import { Link } from 'react-router'
import type { ScreeningStand } from '#shared/enums/screening'
import { Badge } from '#ui/Badge'
import { investorLocation } from './investor.ts'
import { useMay } from './may.tsx'

export interface InvestorStanding {
  user_id: number
  is_active: boolean
  is_verified: boolean
  /** Verified by hand, without a review. */
  by_hand: boolean
  screening: ScreeningStand
}

/** What is unusual about an investor, as badges; nothing for most. */
export function Standing({ of: { is_active, is_verified, by_hand, screening } }: { of: InvestorStanding }) {
  return (
    <>
      {!is_active && <Badge tone="loss">Inactive</Badge>}
      {!is_verified && <Badge tone="warn">Unverified</Badge>}
      {is_verified && by_hand && <Badge tone="warn">By hand</Badge>}
      {screening === 'unscreened' && <Badge tone="warn">Not screened yet</Badge>}
      {screening === 'waits' && <Badge tone="warn">Hit waits</Badge>}
      {screening === 'listed' && <Badge tone="loss">On a list</Badge>}
    </>
  )
}

/** Why nothing can be approved for an investor; empty for most. The server checks the same. */
export function obstacleOf({ is_active, is_verified, screening }: InvestorStanding): string {
  const reasons = [
    !is_active && 'The account is disabled.',
    screening === 'unscreened' && 'Not compared with the current watchlist yet.',
    screening === 'waits' && 'A hit of the screening waits for a decision.',
    !is_verified &&
      (screening === 'listed' ? 'On a list of the screening, and not verified.' : 'Not verified yet.'),
  ]
  return reasons.filter(Boolean).join(' ')
}

/** What to know before something is approved that can be; empty for most. */
export const warningOf = ({ is_verified, screening }: InvestorStanding): string =>
  is_verified && screening === 'listed' ? 'On a list of the screening, and verified all the same.' : ''

/** Leads to where the first obstacle is removed, as far as the reader may go there. */
export function StandingLink({ of, className }: { of: InvestorStanding; className?: string }) {
  const may = useMay()
  const { user_id, is_active, is_verified, screening } = of
  const [label, search] =
    is_active && (screening === 'waits' || (screening === 'listed' && is_verified)) && may('verify')
      ? [screening === 'waits' ? 'Decide the hit' : 'See the screening', `?d=screening&user=${user_id}`]
      : is_active && !is_verified
        ? ['Open the verification', `?d=verifications&item=${user_id}`]
        : ['Open the investor', investorLocation(user_id)]
  return (
    <Link className={className} to={{ search }}>
      {label}
    </Link>
  )
}

/** What a reason that the investor reads must not say. */
export function TippingOff({ of }: { of: Pick<InvestorStanding, 'screening'> }) {
  if (of.screening === 'clear' || of.screening === 'unscreened') return null
  return (
    <p className="rounded border border-warn p-4 text-[0.9375rem]">
      The investor must not learn of the screening: give a reason that does not mention it.
    </p>
  )
}
