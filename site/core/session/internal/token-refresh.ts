/**
 * Exchanges the refresh token for new tokens, one tab at a time, because using a refresh token twice ends its session.
 */
import { session as endpoints } from '#contract/identity/session'
import { callApi } from '#core/api/api'
import { ApiError } from '#core/api/call-errors'
import { createUnauthenticatedError, SESSION_EXPIRED_MESSAGE } from '#core/api/error-messages'
import { createRandomId } from '#core/api/random-id'
import type { Session, SessionStore } from '#core/session/session'
import { decodeClaims } from '#core/session/token-claims'

/** Milliseconds before expiry at which a token is refreshed rather than used. */
const EARLY_MS = 20_000

/** Runs one `work` at a time across all tabs. */
function createTurns(lock: string) {
  let queue: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    // Pages over plain HTTP have no locks; there a tab waits only for its own work.
    if (navigator.locks) return navigator.locks.request(lock, work)
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }
}

/** Whether a rejected token refresh means that the session has ended, rather than that it should be retried. */
function isOver(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

/**
 * Codes of a rejected token refresh with a more specific cause than an ended session, such as a temporary network
 * block.
 */
const specificCodes: readonly string[] = ['account_disabled', 'admin_network']

interface RenewalOptions<User> {
  session: SessionStore<User>
  /** Name of the lock shared by tabs and of the stored refresh id; each kind of session has its own. */
  lock: string
  /** Sent along with the refresh token. */
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
   * Id of the token refresh in flight. It is stored until the response arrives: if the page is left before that, the
   * response is lost and the next page repeats the same refresh. A different refresh would end the session.
   */
  function nameRenewal(): string {
    const id = localStorage.getItem(lock) ?? createRandomId(256)
    localStorage.setItem(lock, id)
    return id
  }

  async function exchange(stored: Session<User>): Promise<Session<User>> {
    try {
      const { access_token, refresh_token, expires_in, user } = await callApi(
        endpoints.refresh,
        { body: { refresh_token: stored.refreshToken, renewal_id: nameRenewal() } },
        { headers: headers?.() },
      )
      received = { token: access_token, endsAt: performance.now() + expires_in * 1000 }
      // The headers identify the session: an administrator's is refreshed only with the secret path.
      const renewed = { ...stored.user, ...(user as unknown as User) }
      return { token: access_token, refreshToken: refresh_token, user: renewed }
    } catch (error) {
      if (!isOver(error)) throw error
      localStorage.removeItem(lock)
      if (specificCodes.includes(error.code)) throw error
      throw createUnauthenticatedError('session_expired', SESSION_EXPIRED_MESSAGE)
    }
  }

  return {
    /**
     * Whether a token is about to expire, so that a call with it would be rejected. A token from elsewhere is judged by
     * this machine's clock; one received by this tab is judged by its age, so that a wrong clock costs one token
     * refresh rather than one per call.
     */
    isEnding(token: string): boolean {
      if (received?.token === token) return performance.now() > received.endsAt - EARLY_MS
      const { endsAt } = decodeClaims(token)
      return endsAt !== undefined && Date.now() > endsAt - EARLY_MS
    },

    /**
     * Returns a session with a newer token than `used`: another tab's if it has already refreshed, or else the
     * server's, which is stored for all tabs. Throws an `ApiError` with `session_expired` or `account_disabled` if the
     * session has ended, and keeps the session on any other failure.
     */
    renew: (used: Session<User>): Promise<Session<User>> =>
      alone(async () => {
        const stored = session.read()
        // Signed out in the meantime, or another user has signed in: this is not the call's session.
        if (stored?.user.id !== used.user.id)
          throw createUnauthenticatedError('unauthenticated', 'Authentication required')
        if (stored.token !== used.token) return stored
        const renewed = await exchange(stored)
        // A sign-out during the exchange takes precedence.
        if (session.read()?.refreshToken === stored.refreshToken) session.save(renewed)
        localStorage.removeItem(lock)
        return renewed
      }),
  }
}
