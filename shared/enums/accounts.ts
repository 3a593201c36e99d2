/** The two realms: an investor's session opens nothing of an administrator's, and the reverse. */
export const roles = ['investor', 'admin'] as const

/**
 * Links in mails: a new password, the first confirmation of an email, the confirmation of another one, and the return to
 * the former one.
 */
export const linkKinds = ['reset', 'confirm', 'change', 'undo'] as const
export type LinkKind = (typeof linkKinds)[number]
