/** Exchanges the refresh token for new tokens: one tab at a time, because using one twice ends its session. */
import { session as endpoints } from '#contract/session'
import { call } from '#core/api/api'
import { SESSION_EXPIRED, unsignedError } from '#core/api/failures'
import { RejectedCall } from '#core/api/problems'
import { makeRandomId } from '#core/api/random-id'
import type { Session, SessionStore } from '#core/session/session'
import { readClaims } from '#core/session/token-claims'

/** Milliseconds before its expiry at which a token is refreshed rather than used. */
const EARLY_MS = 20_000

/** Runs one `work` at a time, across all tabs. */
function createTurns(lock: string) {
  let queue: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    // Pages over plain HTTP have no locks: there a tab only waits for its own work.
    if (navigator.locks) return navigator.locks.request(lock, work)
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }
}

/** Whether a rejected token refresh means that the session is over, rather than that it should be retried. */
function isOver(error: unknown): error is RejectedCall {
  if (!(error instanceof RejectedCall)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

/**
 * Codes of a rejected token refresh that say more than that the session is over: a network may be denied for a while.
 */
const specificCodes: readonly string[] = ['account_disabled', 'admin_network']

interface RenewalOptions<User> {
  session: SessionStore<User>
  /** Name of the lock that tabs wait for, and of the stored refresh id; each kind of session has its own. */
  lock: string
  /** Sent with the exchange, beside the refresh token. */
  headers?: (() => Record<string, string>) | undefined
}

/** Refreshes the tokens of one kind of session. */
export function createTokenRefresh<User extends { id: number }>({
  session,
  lock,
  headers,
}: RenewalOptions<User>) {
  const alone = createTurns(lock)
  /** When the last token of this tab expires, by the monotonic clock. */
  let received: { token: string; endsAt: number } | undefined

  /**
   * Id of the token refresh in flight. Stored until its response has arrived: a page that is left in the meantime
   * loses the response, and the next one repeats the same refresh. A second refresh would end the session.
   */
  function nameRenewal(): string {
    const id = localStorage.getItem(lock) ?? makeRandomId(256)
    localStorage.setItem(lock, id)
    return id
  }

  async function exchange(stored: Session<User>): Promise<Session<User>> {
    try {
      const { access_token, refresh_token, expires_in, user } = await call(
        endpoints.refresh,
        { body: { refresh_token: stored.refreshToken, renewal_id: nameRenewal() } },
        { headers: headers?.() },
      )
      received = { token: access_token, endsAt: performance.now() + expires_in * 1000 }
      // The headers say whose session it is: an administrator's is refreshed with the secret path only.
      const renewed = { ...stored.user, ...(user as unknown as User) }
      return { token: access_token, refreshToken: refresh_token, user: renewed }
    } catch (error) {
      if (!isOver(error)) throw error
      localStorage.removeItem(lock)
      if (specificCodes.includes(error.code)) throw error
      throw unsignedError('session_expired', SESSION_EXPIRED)
    }
  }

  return {
    /**
     * Whether a token is about to expire, so that a call with it would be rejected. A token from elsewhere is judged
     * by this machine's clock; one that this tab has received, by its age, so that a wrong clock costs one token
     * refresh instead of one per call.
     */
    isEnding(token: string): boolean {
      if (received?.token === token) return performance.now() > received.endsAt - EARLY_MS
      const { endsAt } = readClaims(token)
      return endsAt !== undefined && Date.now() > endsAt - EARLY_MS
    },

    /**
     * Returns a session whose token is newer than that of `used`: another tab's, if one has refreshed it in the
     * meantime, else the server's, which is stored for all tabs. Throws a `RejectedCall` with `session_expired` or
     * `account_disabled` when the session is over, and leaves it alone on any other failure.
     */
    renew: (used: Session<User>): Promise<Session<User>> =>
      alone(async () => {
        const stored = session.read()
        // Signed out in the meantime, or another user has signed in: not the session of the call.
        if (stored?.user.id !== used.user.id)
          throw unsignedError('unauthenticated', 'Authentication required')
        if (stored.token !== used.token) return stored
        const renewed = await exchange(stored)
        // A sign-out during the exchange takes precedence.
        if (session.read()?.refreshToken === stored.refreshToken) session.save(renewed)
        localStorage.removeItem(lock)
        return renewed
      }),
  }
}
