/** What became of a proposal that needs a second administrator. Only one that waits can be decided. */
export const approvalStates = ['waiting', 'approved', 'refused', 'withdrawn', 'expired', 'stale'] as const
export type ApprovalState = (typeof approvalStates)[number]
