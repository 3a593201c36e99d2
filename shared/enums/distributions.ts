/**
 * Why a share of a distribution is held back instead of paid: a confirmed watchlist match, a possible one that is not
 * decided, a name that has not been compared since it was changed, or a closed account.
 */
export const heldBackReasons = ['watchlist_match', 'open_match', 'not_compared', 'account_closed'] as const
export type HeldBackReason = (typeof heldBackReasons)[number]

export const heldBackReasonNames: Record<HeldBackReason, string> = {
  watchlist_match: 'confirmed watchlist match',
  open_match: 'open watchlist match',
  not_compared: 'name changed, not compared with the watchlist yet',
  account_closed: 'account closed',
}
