import { session as endpoints } from '#contract/identity/session'
import { buildUrl } from '#contract/request-url'
import { buildRequestOptions } from '#core/api/build-request'
import { investorSession, type SessionStore } from './session.ts'

/** Milliseconds to wait for the server's response before leaving the page. */
const PATIENCE_MS = 2_000

interface SignOutOptions<User> {
  session: SessionStore<User>
  /** Sent in addition to the tokens. */
  headers?: () => Record<string, string>
  /** The page to open afterwards. */
  to: () => string
}

/**
 * Creates the function that signs out in all tabs of this browser. The local session is cleared even if the request
 * fails. The response is not needed; the request outlives the page.
 */
export function createSignOut<User>({ session, headers, to }: SignOutOptions<User>) {
  return async (): Promise<void> => {
    const stored = session.read()
    session.clear()
    if (stored) {
      const { token, refreshToken } = stored
      const body = refreshToken ? { refresh_token: refreshToken } : {}
      const request = buildRequestOptions(endpoints.signOut, body, { headers: headers?.() })
      request.headers.set('authorization', `Bearer ${token}`)
      const signal = AbortSignal.timeout(PATIENCE_MS)
      await fetch(buildUrl(endpoints.signOut), { ...request, signal, keepalive: true }).catch(() => undefined)
    }
    window.location.assign(to())
  }
}

const leaveArea = createSignOut({ session: investorSession, to: () => '/' })

/** Ends the investor's session, discards unsent text in this tab and opens the home page. */
export function signOut(): Promise<void> {
  try {
    // The entries of `core/form/form-draft` and `core/query/messaging/appearance`, duplicated here so that public pages need not
    // load those modules.
    sessionStorage.removeItem('drafts')
    localStorage.removeItem('appearance')
  } catch {}
  return leaveArea()
}
