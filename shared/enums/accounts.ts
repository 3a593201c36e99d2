/** The two realms: an investor's session gives no access to an administrator's, and vice versa. */
export const accountRealms = ['investor', 'admin'] as const

/** Administrator roles; one person may have several. `api/contract/permissions.ts` defines what each may do. */
export const adminRoles = ['owner', 'operator', 'compliance', 'support', 'auditor'] as const
export type AdminRole = (typeof adminRoles)[number]

/**
 * Links in emails: a new password, the first confirmation of an email, the confirmation of a new one, the return to the
 * former one, and the report of a sign-in by someone else.
 */
export const emailLinkTypes = ['reset', 'confirm', 'change', 'undo', 'not_me'] as const
export type EmailLinkType = (typeof emailLinkTypes)[number]

/** How a disputed email change is decided: the account keeps its current address, or gets the former one back. */
export const emailDisputeDecisions = ['keep', 'restore'] as const
export type EmailDisputeDecision = (typeof emailDisputeDecisions)[number]

/** An account export: being generated, or stored. */
export const exportStatuses = ['working', 'ready'] as const
