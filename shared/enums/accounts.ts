/** The two realms: an investor's session opens nothing of an administrator's, and the reverse. */
export const roles = ['investor', 'admin'] as const
