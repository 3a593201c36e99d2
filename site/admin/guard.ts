import { type LoaderFunctionArgs, redirect } from 'react-router'
import { SESSION_EXPIRED } from '#core/api/problems'
import { keepAdminPath } from '#core/session/admin-path'
import { adminSession, endAdminSession, rememberReturn } from '#core/session/admin-session'
import { readClaims } from '#core/session/token-claims'

type State = 'in' | 'out' | 'over'

/** A token that has ended by its own account, and that nothing can renew, is a session that is over. */
function readState(): State {
  try {
    const session = adminSession.read()
    if (!session) return 'out'
    const { endsAt } = readClaims(session.token)
    return endsAt !== undefined && endsAt <= Date.now() && !session.refreshToken ? 'over' : 'in'
  } catch {
    // A browser that keeps nothing keeps no session.
    return 'out'
  }
}

/** Lets nobody into the panel without a session; the login leads back to the section that was asked for. */
export function guard({ request }: LoaderFunctionArgs) {
  keepAdminPath()
  const state = readState()
  if (state === 'in') return null
  if (state === 'over') {
    endAdminSession(SESSION_EXPIRED)
    // The page is being left: nothing of the panel is to be drawn.
    return new Promise<never>(() => {})
  }
  const { search, pathname } = new URL(request.url)
  if (search && pathname.endsWith('/admin')) rememberReturn(search)
  return redirect('/login')
}

/** Sends who is signed in already on to the panel. */
export function passSignedIn() {
  keepAdminPath()
  const state = readState()
  if (state === 'over') adminSession.clear()
  return state === 'in' ? redirect('/') : null
}
