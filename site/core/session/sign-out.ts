import { addressOf } from '#contract/call'
import { session as endpoints } from '#contract/session'
import { describeRequest } from '#core/api/request'
import { investorSession, type SessionStore } from './session.ts'

/** Milliseconds that leaving waits for the server to have heard of it. */
const PATIENCE_MS = 2_000

interface SignOutOptions<User> {
  session: SessionStore<User>
  /** Sent beside the tokens. */
  headers?: () => Record<string, string>
  /** Where the browser goes afterwards. */
  to: () => string
}

/**
 * Makes what ends a session in this browser, in all its tabs. Whatever else signing out does may fail: the
 * local session is gone all the same. The server need not answer: the request outlives the page.
 */
export function createSignOut<User>({ session, headers, to }: SignOutOptions<User>) {
  return async (): Promise<void> => {
    const held = session.read()
    session.clear()
    if (held) {
      const { token, refreshToken } = held
      const body = refreshToken ? { refresh_token: refreshToken } : {}
      const request = describeRequest(endpoints.signOut, body, { headers: headers?.() })
      request.headers.set('authorization', `Bearer ${token}`)
      const signal = AbortSignal.timeout(PATIENCE_MS)
      await fetch(addressOf(endpoints.signOut), { ...request, signal, keepalive: true }).catch(
        () => undefined,
      )
    }
    window.location.assign(to())
  }
}

/** Ends the investor's session and goes to the home page. */
export const signOut = createSignOut({ session: investorSession, to: () => '/' })
