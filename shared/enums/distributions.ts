/**
 * Why a share of a distribution is held back rather than paid: a confirmed watchlist match, an open match, a name not
 * screened since it was changed, or a closed account.
 */
export const heldBackReasons = ['watchlist_match', 'open_match', 'not_compared', 'account_closed'] as const
export type HeldBackReason = (typeof heldBackReasons)[number]

export const heldBackReasonNames: Record<HeldBackReason, string> = {
  watchlist_match: 'confirmed watchlist match',
  open_match: 'open screening match',
  not_compared: 'name changed, not yet screened',
  account_closed: 'account closed',
}
