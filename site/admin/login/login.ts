import { administrators } from '#contract/administrators'
import type { SecondFactorNeeded } from '#contract/session'
import { call } from '#core/api/api'
import { createForm } from '#core/form/form'
import type { SecondStepSession } from '#core/security/second-step'
import { adminPathHeaders } from '#core/session/admin-path'
import { adminSession, takeReturn } from '#core/session/admin-session'
import { explainLoginFailure } from './login-messages.ts'

/** Milliseconds between a successful login and the panel. */
const REDIRECT_MS = 1_500

/** Stores the session and opens the panel. */
export function enterPanel({ access_token, refresh_token, user }: SecondStepSession): void {
  if (!('username' in user)) return
  adminSession.save({ token: access_token, refreshToken: refresh_token, user })
  // Replaces this page in the history: Back would only lead forward from it.
  setTimeout(() => location.replace(takeReturn()), REDIRECT_MS)
}

/** What the right password of an account with a second factor is answered with. */
type Challenge = SecondFactorNeeded['second_factor']

/** The login form. Saving it signs in, and the panel follows, or asks for the second factor: the result is its challenge. */
export const createLogin = () =>
  createForm<{ username: string; password: string }, Challenge | undefined>({
    initial: { username: '', password: '' },
    check: ({ username, password }) =>
      username.trim() === '' || password === ''
        ? { message: 'Username and password are required', fieldErrors: {} }
        : undefined,
    explain: explainLoginFailure,
    save: async (body) => {
      const response = await call(administrators.signIn, { body }, { headers: adminPathHeaders() })
      if ('second_factor' in response) return response.second_factor
      enterPanel(response)
      return undefined
    },
  })
