/** The two realms: an investor's session opens nothing of an administrator's, and the reverse. */
export const roles = ['investor', 'admin'] as const

/** What an administrator is there for; one person may have several. `api/contract/permissions.ts` says who may do what. */
export const adminRoles = ['owner', 'operator', 'compliance', 'support', 'auditor'] as const
export type AdminRole = (typeof adminRoles)[number]

/**
 * Links in mails: a new password, the first confirmation of an email, the confirmation of another one, the return to the
 * former one, and the report of a sign-in by somebody else.
 */
export const linkKinds = ['reset', 'confirm', 'change', 'undo', 'not_me'] as const
export type LinkKind = (typeof linkKinds)[number]

/** How a disputed change of email is decided: the account keeps its present address, or gets the former one back. */
export const emailDisputeDecisions = ['keep', 'restore'] as const
export type EmailDisputeDecision = (typeof emailDisputeDecisions)[number]

/** An export of an account: being made, or stored. */
export const exportStates = ['working', 'ready'] as const
