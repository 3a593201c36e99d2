import { computed } from 'nanostores'
import type { Administrator } from '#contract/identity/session'
import { hasPermission, type Permission } from '#contract/permissions'
import { getAdminPathHeaders, getAdminUrl } from './admin-path.ts'
import { createSessionTermination } from './internal/session-termination.ts'
import { createSession } from './session.ts'
import { createSignOut } from './sign-out.ts'
import { decodeClaims } from './token-claims.ts'

/**
 * The administrator's session, separate from the investor's. A stored token counts as a session even if the user record
 * is missing; the layout then fetches the name.
 */
export const adminSession = createSession<Administrator>(
  { token: 'adminToken', refreshToken: 'adminRefreshToken', user: 'adminUser' },
  (token) => ({ id: decodeClaims(token).ownerId ?? 0, username: '', email: '' }),
)

/** The account whose panel is on screen. */
export const $administrator = computed(adminSession.$session, (session) => session?.user.id)

/** The administrator's roles; undefined in a token issued before roles existed. */
export const $roles = computed(adminSession.$session, (session) => decodeClaims(session?.token ?? '').roles)

/**
 * Whether the administrator's roles grant a permission. With a token issued before roles existed, the server decides.
 */
export const $may = computed($roles, (roles) => {
  return (permission: Permission): boolean => roles === undefined || hasPermission(roles, permission)
})

/** Session-storage entry: the section that was open when the session ended. */
const RETURN_KEY = 'adminReturn'

/** Stores the requested panel section so that sign-in returns to it. */
export function saveReturnUrl(search: string): void {
  try {
    sessionStorage.setItem(RETURN_KEY, search)
  } catch {}
}

/** The URL to open after sign-in: the panel, at the section requested before. Returned once. */
export function consumeReturnUrl(): string {
  try {
    const search = sessionStorage.getItem(RETURN_KEY) ?? ''
    sessionStorage.removeItem(RETURN_KEY)
    return getAdminUrl() + (search.startsWith('?') ? search : '')
  } catch {
    return getAdminUrl()
  }
}

/** How an administrator's session ends in this browser. */
export const { endSession: endAdminSession, takeMessage: takeAdminEndSentence } = createSessionTermination({
  session: adminSession,
  sentenceKey: 'adminSessionEnded',
  leave: () => {
    if (location.pathname === getAdminUrl()) saveReturnUrl(location.search)
    window.location.assign(getAdminUrl('/login'))
  },
})

/** Ends the administrator's session and goes to the sign-in page. */
export const signOutAdmin = createSignOut({
  session: adminSession,
  headers: getAdminPathHeaders,
  to: () => getAdminUrl('/login'),
})
