/**
 * Links in emails, as server and pages use them. Without imports, because the pages that open them load little else.
 */

/** The page that each type of link opens. */
export const emailLinkPaths = {
  reset: '/access/reset-password',
  confirm: '/access/confirm-email',
  change: '/access/confirm-email',
  undo: '/access/restore-email',
  not_me: '/access/not-me',
} as const

/** The page for requesting a reset link. */
export const FORGOT_PASSWORD_PAGE = '/access/forgot-password'

/** Token prefix for administrators: they are told to sign in at their own address, which no email contains. */
export const emailLinkTokenPrefix = { investor: 'i', admin: 'a' } as const

/** The prefix and 256 random bits, base64url. */
export const EMAIL_LINK_TOKEN_PATTERN = '^[ai][A-Za-z0-9_-]{43}$'

/** Whether a token was issued to an administrator. */
export const isAdminToken = (token: string): boolean => token.startsWith(emailLinkTokenPrefix.admin)
