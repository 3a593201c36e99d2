/** Exchanges the refresh token for new tokens: one tab at a time, because one used twice ends its session. */
import { session as endpoints } from '#contract/session'
import { call } from '#core/api/api'
import { RefusedCall, refuseUnsigned, SESSION_EXPIRED } from '#core/api/problems'
import { makeRandomId } from '#core/api/random-id'
import type { Session, SessionStore } from './session.ts'
import { readClaims } from './token-claims.ts'

/** Milliseconds before its end at which a token is renewed rather than used. */
const EARLY_MS = 20_000

/** Runs `work` while nobody else does, in this tab or another one. */
function createTurns(lock: string) {
  let queue: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    // Pages over plain HTTP have no locks: there a tab waits for itself only.
    if (navigator.locks) return navigator.locks.request(lock, work)
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }
}

/** Whether a refused renewal means that the session is over, rather than that it is not the moment. */
function isOver(error: unknown): error is RefusedCall {
  if (!(error instanceof RefusedCall)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

/** Refusals of a renewal that say more than that the session is over: a network may be the wrong one for a while. */
const tellingCodes: readonly string[] = ['account_disabled', 'admin_network']

interface RenewalOptions<User> {
  session: SessionStore<User>
  /** Name of the lock that tabs wait for, and of what is kept of a renewal; each kind of session has its own. */
  lock: string
  /** Sent with the exchange, beside the refresh token. */
  headers?: (() => Record<string, string>) | undefined
}

/** What keeps one kind of session going. */
export function createTokenRefresh<User extends { id: number }>({
  session,
  lock,
  headers,
}: RenewalOptions<User>) {
  const alone = createTurns(lock)
  /** When the token this tab was given last ends, by the clock that no one can set. */
  let received: { token: string; endsAt: number } | undefined

  /**
   * Names the renewal that is under way. Kept until its answer has arrived: a page that is left meanwhile loses the
   * answer, and the next one asks for the same renewal rather than for a second one, which would end the session.
   */
  function nameRenewal(): string {
    const id = localStorage.getItem(lock) ?? makeRandomId(256)
    localStorage.setItem(lock, id)
    return id
  }

  async function exchange(held: Session<User>): Promise<Session<User>> {
    try {
      const { access_token, refresh_token, expires_in, user } = await call(
        endpoints.refresh,
        { body: { refresh_token: held.refreshToken, renewal_id: nameRenewal() } },
        { headers: headers?.() },
      )
      received = { token: access_token, endsAt: performance.now() + expires_in * 1000 }
      // Whose session it is, the server knows by the headers: an administrator's is renewed with the path only.
      return { token: access_token, refreshToken: refresh_token, user: user as unknown as User }
    } catch (error) {
      if (!isOver(error)) throw error
      localStorage.removeItem(lock)
      if (tellingCodes.includes(error.code)) throw error
      throw refuseUnsigned('session_expired', SESSION_EXPIRED)
    }
  }

  return {
    /**
     * Whether a token is about to end, so that a call with it would only be refused. A token from elsewhere is
     * judged by this machine's clock; one that this tab was given, by its age, so that a clock set wrong costs
     * one renewal and not one a call.
     */
    isEnding(token: string): boolean {
      if (received?.token === token) return performance.now() > received.endsAt - EARLY_MS
      const { endsAt } = readClaims(token)
      return endsAt !== undefined && Date.now() > endsAt - EARLY_MS
    },

    /**
     * Gives a session whose token is newer than that of `used`: another tab's, if one has renewed it meanwhile,
     * else the server's, which is stored for all tabs. Throws a `RefusedCall` with `session_expired` or
     * `account_disabled` when the session is over, and leaves it alone on any other failure.
     */
    renew: (used: Session<User>): Promise<Session<User>> =>
      alone(async () => {
        const held = session.read()
        // Signed out meanwhile, or somebody else has signed in: not the session the call was made in.
        if (held?.user.id !== used.user.id) throw refuseUnsigned('unauthenticated', 'Authentication required')
        if (held.token !== used.token) return held
        const renewed = await exchange(held)
        // A sign-out during the exchange stands.
        if (session.read()?.refreshToken === held.refreshToken) session.save(renewed)
        localStorage.removeItem(lock)
        return renewed
      }),
  }
}
