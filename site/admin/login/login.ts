import { administrators } from '#contract/administrators'
import { call } from '#core/api/api'
import { createForm } from '#core/form/form'
import { adminPathHeaders } from '#core/session/admin-path'
import { adminSession, takeReturn } from '#core/session/admin-session'
import { explainLoginFailure } from './login-messages.ts'

/** Milliseconds between a successful login and the panel. */
const REDIRECT_MS = 1_500

/** The login form. Saving it signs in; the panel follows. */
export const createLogin = () =>
  createForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) =>
      username.trim() === '' || password === ''
        ? { message: 'Username and password are required', fieldErrors: {} }
        : undefined,
    explain: explainLoginFailure,
    save: async (body) => {
      const response = await call(administrators.signIn, { body }, { headers: adminPathHeaders() })
      const { access_token, refresh_token, user } = response
      adminSession.save({ token: access_token, refreshToken: refresh_token, user })
      // Replaces this page in the history: Back would only lead forward from it.
      setTimeout(() => location.replace(takeReturn()), REDIRECT_MS)
    },
  })
