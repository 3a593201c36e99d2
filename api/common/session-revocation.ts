/** Revoked sessions: the list of them, and the message to the caller. */

export const SESSION_EXPIRED = 'Session expired. Please sign in again.'
export const ACCOUNT_DISABLED = 'This account is disabled. Please contact support.'

/** The error code for a revoked session. */
export type RevocationReason = 'account_disabled' | 'session_expired'

/** The sessions that ended before their access tokens expired. */
export interface RevokedSessions {
  /** The reason a session was revoked, or undefined while it is active. A promise only if it is not in memory. */
  reasonOf(sessionId: string): RevocationReason | undefined | Promise<RevocationReason | undefined>
  /** Calls `watcher` once for each session that ends on any instance. Returns a function that stops this. */
  watch(watcher: (sessionId: string) => void): () => void
}

declare module './service-container.ts' {
  interface ServiceRegistry {
    revokedSessions: RevokedSessions
  }
}
