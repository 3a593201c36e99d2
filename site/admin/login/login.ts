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

/** The state of the login form. */
export function createLogin() {
  const $status = atom<LoginStatus>({ name: 'editing' })
  return {
    $status,
    /** Validates and sends; does nothing while a login is in flight or has succeeded. */
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
        const response = await call(administrators.signIn, { body }, { headers: adminPathHeaders() })
        const { access_token, refresh_token, user } = response
        adminSession.save({ token: access_token, refreshToken: refresh_token, user })
        $status.set({ name: 'entering' })
        // Replaces this page in the history: Back would only lead forward from it.
        setTimeout(() => location.replace(takeReturn()), REDIRECT_MS)
      } catch (error) {
        $status.set({ name: 'refused', message: explainLoginFailure(error) })
      }
    },
  }
}
