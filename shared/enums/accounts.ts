/** The two realms: an investor's session opens nothing of an administrator's, and the reverse. */
export const roles = ['investor', 'admin'] as const

/**
 * Links in mails: a new password, the first confirmation of an email, the confirmation of another one, the return to the
 * former one, and the report of a sign-in by somebody else.
 */
export const linkKinds = ['reset', 'confirm', 'change', 'undo', 'not_me'] as const
export type LinkKind = (typeof linkKinds)[number]

/** An export of an account: being made, or stored. */
export const exportStates = ['working', 'ready'] as const
