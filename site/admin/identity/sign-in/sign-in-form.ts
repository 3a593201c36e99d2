import { administrators } from '#contract/identity/admin-account'
import type { SecondFactorRequired } from '#contract/identity/session'
import { callApi } from '#core/api/api'
import { createForm } from '#core/form/form'
import type { SignedInSession } from '#core/security/second-factor-sign-in'
import { getAdminPathHeaders } from '#core/session/admin-path'
import { adminSession, consumeReturnUrl } from '#core/session/admin-session'
import { getAdminSignInErrorMessage } from './sign-in-messages.ts'

/** Milliseconds between a successful sign-in and the panel. */
const REDIRECT_MS = 1_500

/** Stores the session and opens the panel. */
export function startAdminSession({ access_token, refresh_token, user }: SignedInSession): void {
  if (!('username' in user)) return
  adminSession.save({ token: access_token, refreshToken: refresh_token, user })
  // Replaces this page in the history, because Back would only lead forward again.
  setTimeout(() => location.replace(consumeReturnUrl()), REDIRECT_MS)
}

/** The response to the correct password of an account with a second factor. */
type Challenge = SecondFactorRequired['second_factor']

/**
 * The sign-in form. Saving it signs in and opens the panel, or asks for the second factor, in which case the result is
 * its challenge.
 */
export const createAdminSignInForm = () =>
  createForm<{ username: string; password: string }, Challenge | undefined>({
    initial: { username: '', password: '' },
    check: ({ username, password }) =>
      username.trim() === '' || password === ''
        ? { message: 'Username and password are required', fieldErrors: {} }
        : undefined,
    explain: getAdminSignInErrorMessage,
    save: async (body) => {
      const response = await callApi(administrators.signIn, { body }, { headers: getAdminPathHeaders() })
      if ('second_factor' in response) return response.second_factor
      startAdminSession(response)
      return undefined
    },
  })
