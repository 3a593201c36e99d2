import { atom } from 'nanostores'
import { administrators } from '#contract/administrators'
import { call } from '#core/api/api'
import { adminPathHeaders } from '#core/session/admin-path'
import { adminSession, takeReturn } from '#core/session/admin-session'
import { explainLoginFailure } from './login-messages.ts'

/** Milliseconds between a successful login and the panel. */
const REDIRECT_MS = 1_500

interface Credentials {
  username: string
  password: string
}

export type LoginStatus =
  | { name: 'editing' }
  | { name: 'refused'; message: string }
  | { name: 'sending' }
  /** Signed in; the panel follows. */
  | { name: 'entering' }

/** The life of the login form. */
export function createLogin() {
  const $status = atom<LoginStatus>({ name: 'editing' })
  return {
    $status,
    /** Checks and sends; does nothing while a login is on its way or has succeeded. */
    submit: async ({ username, password }: Credentials): Promise<void> => {
      const { name } = $status.get()
      if (name === 'sending' || name === 'entering') return
      if (username.trim() === '' || password === '') {
        $status.set({ name: 'refused', message: 'Username and password are required' })
        return
      }
      $status.set({ name: 'sending' })
      try {
        const body = { username, password }
        const answer = await call(administrators.signIn, { body }, { headers: adminPathHeaders() })
        const { access_token, refresh_token, user } = answer
        adminSession.save({ token: access_token, refreshToken: refresh_token, user })
        $status.set({ name: 'entering' })
        // In place of this page, which Back would only lead forward from.
        setTimeout(() => location.replace(takeReturn()), REDIRECT_MS)
      } catch (error) {
        $status.set({ name: 'refused', message: explainLoginFailure(error) })
      }
    },
  }
}
