/** Exchanges the refresh token for new tokens: one tab at a time, because one used twice ends its session. */
import { session as endpoints } from '#contract/session'
import { call } from './api.ts'
import { RefusedCall, refuseUnsigned, SESSION_EXPIRED } from './problems.ts'
import { investorSession, type StoredSession } from './session.ts'

const LOCK = 'session-renewal'
/** Milliseconds before its end at which a token is renewed rather than used. */
const EARLY_MS = 20_000

/** Runs `work` while nobody else does, in this tab or another one. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  // Pages over plain HTTP have no locks: there a tab waits for itself only.
  if (navigator.locks) return navigator.locks.request(LOCK, work)
  const turn = queue.then(work)
  queue = turn.catch(() => {})
  return turn
}
let queue: Promise<unknown> = Promise.resolve()

/** When the token this tab was given last ends, by the clock that no one can set. */
let received: { token: string; endsAt: number } | undefined

/** Milliseconds since 1970 at which a JWT ends; undefined when it does not say. */
function readEnd(token: string): number | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a token is about to end, so that a call with it would only be refused. A token from elsewhere is
 * judged by this machine's clock; one that this tab was given, by its age, so that a clock set wrong costs
 * one renewal and not one a call.
 */
export function isEnding(token: string): boolean {
  if (received?.token === token) return performance.now() > received.endsAt - EARLY_MS
  const end = readEnd(token)
  return end !== undefined && Date.now() > end - EARLY_MS
}

/** Whether a refused renewal means that the session is over, rather than that it is not the moment. */
function isOver(error: unknown): error is RefusedCall {
  if (!(error instanceof RefusedCall)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

async function exchange(held: StoredSession): Promise<StoredSession> {
  try {
    const { access_token, refresh_token, expires_in, user } = await call(endpoints.refresh, {
      body: { refresh_token: held.refreshToken },
    })
    received = { token: access_token, endsAt: performance.now() + expires_in * 1000 }
    return { token: access_token, refreshToken: refresh_token, user }
  } catch (error) {
    if (!isOver(error) || error.code === 'account_disabled') throw error
    throw refuseUnsigned('session_expired', SESSION_EXPIRED)
  }
}

/**
 * Gives a session whose token is newer than that of `used`: another tab's, if one has renewed it meanwhile,
 * else the server's, which is stored for all tabs. Throws a `RefusedCall` with `session_expired` or
 * `account_disabled` when the session is over, and leaves it alone on any other failure.
 */
export function renew(used: StoredSession): Promise<StoredSession> {
  return alone(async () => {
    const held = investorSession.read()
    // Signed out meanwhile, or somebody else has signed in: not the session the call was made in.
    if (held?.user.id !== used.user.id) throw refuseUnsigned('unauthenticated', 'Authentication required')
    if (held.token !== used.token) return held
    const renewed = await exchange(held)
    // A sign-out during the exchange stands.
    if (investorSession.read()?.refreshToken === held.refreshToken) investorSession.save(renewed)
    return renewed
  })
}
