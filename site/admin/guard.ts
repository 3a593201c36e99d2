import { type LoaderFunctionArgs, replace } from 'react-router'
import { SESSION_EXPIRED } from '#core/api/failures'
import { keepAdminPath } from '#core/session/admin-path'
import { adminSession, endAdminSession, rememberReturn } from '#core/session/admin-session'
import { readClaims } from '#core/session/token-claims'

type State = 'in' | 'out' | 'over'

/** An expired access token without a refresh token is an ended session. */
function readState(): State {
  try {
    const session = adminSession.read()
    if (!session) return 'out'
    const { endsAt } = readClaims(session.token)
    return endsAt !== undefined && endsAt <= Date.now() && !session.refreshToken ? 'over' : 'in'
  } catch {
    // A browser without storage has no session.
    return 'out'
  }
}

/** Redirects to the login without a session; the login returns to the requested section. */
export function guard({ request }: LoaderFunctionArgs) {
  keepAdminPath()
  const state = readState()
  if (state === 'in') return null
  if (state === 'over') {
    endAdminSession(SESSION_EXPIRED)
    // The page is being left: render nothing.
    return new Promise<never>(() => {})
  }
  const { search, pathname } = new URL(request.url)
  if (search && pathname.endsWith('/admin')) rememberReturn(search)
  return replace('/login')
}

/** Redirects a signed-in administrator to the panel. */
export function passSignedIn() {
  keepAdminPath()
  const state = readState()
  if (state === 'over') adminSession.clear()
  return state === 'in' ? replace('/') : null
}
