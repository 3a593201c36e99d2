/** Revoked sessions: the caller's message, and the list of them. */

export const SESSION_EXPIRED = 'Session expired. Please sign in again.'
export const ACCOUNT_DISABLED = 'This account is disabled. Please contact support.'

/** The error code for a session that was revoked. */
export type RevocationReason = 'account_disabled' | 'session_expired'

/** The sessions that ended before their access tokens expired. */
export interface RevokedSessions {
  /**
   * The reason for which a session was revoked, or undefined while it lasts. A promise only when it is not in memory.
   */
  reasonOf(sessionId: string): RevocationReason | undefined | Promise<RevocationReason | undefined>
}
