/** Why a share of a distribution is held back instead of paid: a confirmed watchlist match, or a closed account. */
export const heldBackReasons = ['watchlist_match', 'account_closed'] as const
export type HeldBackReason = (typeof heldBackReasons)[number]
