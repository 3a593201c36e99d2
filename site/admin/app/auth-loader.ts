import { type LoaderFunctionArgs, replace } from 'react-router'
import { SESSION_EXPIRED_MESSAGE } from '#core/api/error-messages'
import { saveAdminPath } from '#core/session/admin-path'
import { adminSession, endAdminSession, saveReturnUrl } from '#core/session/admin-session'
import { decodeClaims } from '#core/session/token-claims'

type State = 'in' | 'out' | 'over'

/** An expired access token without a refresh token means that the session has ended. */
function readState(): State {
  try {
    const session = adminSession.read()
    if (!session) return 'out'
    const { endsAt } = decodeClaims(session.token)
    return endsAt !== undefined && endsAt <= Date.now() && !session.refreshToken ? 'over' : 'in'
  } catch {
    // A browser without storage has no session.
    return 'out'
  }
}

/** Redirects to the sign-in page if there is no session; signing in returns to the requested section. */
export function requireSession({ request }: LoaderFunctionArgs) {
  saveAdminPath()
  const state = readState()
  if (state === 'in') return null
  if (state === 'over') {
    endAdminSession(SESSION_EXPIRED_MESSAGE)
    // The page is being left, so nothing is rendered.
    return new Promise<never>(() => {})
  }
  const { search, pathname } = new URL(request.url)
  if (search && pathname.endsWith('/admin')) saveReturnUrl(search)
  return replace('/login')
}

/** Redirects a signed-in administrator to the panel. */
export function redirectIfSignedIn() {
  saveAdminPath()
  const state = readState()
  if (state === 'over') adminSession.clear()
  return state === 'in' ? replace('/') : null
}
