import { addressOf } from '#contract/call'
import { session as endpoints } from '#contract/session'
import { describeRequest } from '#core/api/request'
import { investorSession, type SessionStore } from './session.ts'

/** Milliseconds to wait for the server's response before leaving. */
const PATIENCE_MS = 2_000

interface SignOutOptions<User> {
  session: SessionStore<User>
  /** Sent in addition to the tokens. */
  headers?: () => Record<string, string>
  /** The page to go to afterwards. */
  to: () => string
}

/**
 * Makes the function that signs out in this browser, in all its tabs. The local session is cleared even when the
 * request fails. The response is not needed: the request outlives the page.
 */
export function createSignOut<User>({ session, headers, to }: SignOutOptions<User>) {
  return async (): Promise<void> => {
    const stored = session.read()
    session.clear()
    if (stored) {
      const { token, refreshToken } = stored
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

const leaveArea = createSignOut({ session: investorSession, to: () => '/' })

/** Ends the investor's session, forgets what was typed and not sent in this tab, and goes to the home page. */
export function signOut(): Promise<void> {
  try {
    // The entries of `core/form/draft` and `core/query/appearance`, which public pages do not load for this.
    sessionStorage.removeItem('drafts')
    localStorage.removeItem('appearance')
  } catch {}
  return leaveArea()
}
