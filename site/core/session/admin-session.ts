import { computed } from 'nanostores'
import { mayDo, type Permission } from '#contract/permissions'
import type { Administrator } from '#contract/session'
import { adminAddress, adminPathHeaders } from './admin-path.ts'
import { createSessionTermination } from './internal/session-termination.ts'
import { createSession } from './session.ts'
import { createSignOut } from './sign-out.ts'
import { readClaims } from './token-claims.ts'

/**
 * The administrator's session, apart from the investor's. A stored token is a session even where the user record
 * beside it is missing; the layout then fetches the name.
 */
export const adminSession = createSession<Administrator>(
  { token: 'adminToken', refreshToken: 'adminRefreshToken', user: 'adminUser' },
  (token) => ({ id: readClaims(token).ownerId ?? 0, username: '', email: '' }),
)

/** The account whose panel is on screen. */
export const $administrator = computed(adminSession.$session, (session) => session?.user.id)

/** The roles of the administrator; undefined in a token from before there were roles. */
export const $roles = computed(adminSession.$session, (session) => readClaims(session?.token ?? '').roles)

/** Whether the roles of the administrator allow something. A token from before there were roles leaves that to the server. */
export const $may = computed($roles, (roles) => {
  return (permission: Permission): boolean => roles === undefined || mayDo(roles, permission)
})

/** Session-storage entry: the section that was open when the session ended. */
const RETURN_KEY = 'adminReturn'

/** Stores the requested section of the panel, so that signing in returns to it. */
export function rememberReturn(search: string): void {
  try {
    sessionStorage.setItem(RETURN_KEY, search)
  } catch {}
}

/** The URL to open after signing in: the panel, at the section that was requested before. Returned once. */
export function takeReturn(): string {
  try {
    const search = sessionStorage.getItem(RETURN_KEY) ?? ''
    sessionStorage.removeItem(RETURN_KEY)
    return adminAddress() + (search.startsWith('?') ? search : '')
  } catch {
    return adminAddress()
  }
}

/** How an administrator's session ends in this browser. */
export const { endSession: endAdminSession, takeMessage: takeAdminEndSentence } = createSessionTermination({
  session: adminSession,
  sentenceKey: 'adminSessionEnded',
  leave: () => {
    if (location.pathname === adminAddress()) rememberReturn(location.search)
    window.location.assign(adminAddress('/login'))
  },
})

/** Ends the administrator's session and goes to the login. */
export const signOutAdmin = createSignOut({
  session: adminSession,
  headers: adminPathHeaders,
  to: () => adminAddress('/login'),
})
