/** What a caller is told whose session has ended, and who knows which have. */

export const SESSION_EXPIRED = 'Session expired. Please sign in again.'
export const ACCOUNT_DISABLED = 'This account is disabled. Please contact support.'

/** What the bearer of a session that ended early is told. */
export type RevocationReason = 'account_disabled' | 'session_expired'

/** Knows which sessions ended before their tokens did. */
export interface RevokedSessions {
  /** Why a session has ended, or undefined while it lasts. A promise only when memory cannot tell. */
  reasonOf(sessionId: string): RevocationReason | undefined | Promise<RevocationReason | undefined>
}
