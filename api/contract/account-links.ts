/** Links in mails, as server and pages see them. Without an import: the pages that open them load little else. */

/** The page that each kind of link opens. */
export const linkPages = {
  reset: '/access/reset-password',
  confirm: '/access/confirm-email',
  change: '/access/confirm-email',
  undo: '/access/restore-email',
  not_me: '/access/not-me',
} as const

/** The page that asks for a reset link. */
export const FORGOT_PASSWORD_PAGE = '/access/forgot-password'

/** What a token begins with: administrators are told to sign in at their own address, which no mail names. */
export const linkTokenPrefix = { investor: 'i', admin: 'a' } as const

/** The prefix and 256 random bits, base64url. */
export const LINK_TOKEN = '^[ai][A-Za-z0-9_-]{43}$'

/** Whether a token was made for an administrator. */
export const isAdminToken = (token: string): boolean => token.startsWith(linkTokenPrefix.admin)
