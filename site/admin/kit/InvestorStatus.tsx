/** Whether an investor is eligible, in the same words wherever a request is decided. */
import { Link } from 'react-router'
import type { ScreeningStatus } from '#shared/enums/screening'
import { Badge } from '#ui/Badge'
import { getInvestorLocation } from './investor-location.ts'
import { usePermissions } from './use-permissions.tsx'

export interface InvestorStatusFields {
  user_id: number
  is_active: boolean
  is_verified: boolean
  /** Verified manually, without a review. */
  by_hand: boolean
  screening: ScreeningStatus
}

/** Anything unusual about an investor, as badges; usually nothing. */
export function InvestorStatus({
  investor: { is_active, is_verified, by_hand, screening },
}: {
  investor: InvestorStatusFields
}) {
  return (
    <>
      {!is_active && <Badge tone="loss">Inactive</Badge>}
      {!is_verified && <Badge tone="warn">Unverified</Badge>}
      {is_verified && by_hand && <Badge tone="warn">Manual</Badge>}
      {screening === 'unscreened' && <Badge tone="warn">Not screened yet</Badge>}
      {screening === 'waits' && <Badge tone="warn">Open match</Badge>}
      {screening === 'listed' && <Badge tone="loss">Watchlist match</Badge>}
    </>
  )
}

/** Why nothing can be approved for an investor; usually empty. The server checks the same. */
export function getApprovalObstacle({ is_active, is_verified, screening }: InvestorStatusFields): string {
  const reasons = [
    !is_active && 'The account is inactive.',
    screening === 'unscreened' && 'Not yet screened against the current watchlist.',
    screening === 'waits' && 'A screening match must be resolved first.',
    !is_verified && (screening === 'listed' ? 'Confirmed watchlist match, not verified.' : 'Not verified.'),
  ]
  return reasons.filter(Boolean).join(' ')
}

/** What to know before approving something that can be approved; usually empty. */
export const getApprovalWarning = ({ is_verified, screening }: InvestorStatusFields): string =>
  is_verified && screening === 'listed' ? 'Confirmed watchlist match, verified by exception.' : ''

/** Links to where the first obstacle can be resolved, if the reader has access. */
export function ResolveObstacleLink({
  investor,
  className,
}: {
  investor: InvestorStatusFields
  className?: string
}) {
  const may = usePermissions()
  const { user_id, is_active, is_verified, screening } = investor
  const [label, search] =
    is_active && (screening === 'waits' || (screening === 'listed' && is_verified)) && may('verify')
      ? [screening === 'waits' ? 'Review match' : 'View screening', `?d=screening&user=${user_id}`]
      : is_active && !is_verified
        ? ['View verification', `?d=verifications&item=${user_id}`]
        : ['View investor', getInvestorLocation(user_id)]
  return (
    <Link className={className} to={{ search }}>
      {label}
    </Link>
  )
}

/** What a reason shown to the investor must not say. */
export function TippingOffWarning({ investor }: { investor: Pick<InvestorStatusFields, 'screening'> }) {
  if (investor.screening !== 'waits' && investor.screening !== 'listed') return null
  return (
    <p className="rounded border border-warn p-4 text-[0.9375rem]">
      Do not disclose the screening to the investor (tipping off). Enter a reason that does not mention it.
    </p>
  )
}
