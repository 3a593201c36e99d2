/** The forms behind mailed links, and the one that asks for a link. */
import { isAdminToken } from '#contract/account-links'
import { accounts } from '#contract/accounts'
import { call } from '#core/api/api'
import { explainRejection } from '#core/api/failures'
import { createForm, type Form } from '#core/form/form'
import { investorSession } from '#core/session/session'
import { findPasswordFault } from '#site/investor/session/sign-in-messages.ts'

const OTHERWISE = 'An error occurred. Please try again.'
const explain = (error: unknown) => explainRejection(error, OTHERWISE)

/**
 * Makes a call that ends all sessions. The one of this browser is put aside before: its end would lead away to the
 * sign-in page, perhaps before the response has arrived. It comes back when the call fails.
 */
async function callSignedOut(send: () => Promise<unknown>): Promise<void> {
  const session = investorSession.read()
  investorSession.clear()
  try {
    await send()
  } catch (error) {
    if (session) investorSession.save(session)
    throw error
  }
}

/** Asks for a link for a new password. */
export const createForgotForm = () =>
  createForm({
    initial: { email: '' },
    check: ({ email }) =>
      email.trim() === ''
        ? { message: 'Email is required', fieldErrors: { email: 'Enter your email address' } }
        : undefined,
    explain,
    save: async ({ email }) => {
      await call(accounts.forgotPassword, { body: { email } })
      return email.trim()
    },
  })

export interface NewPassword {
  password: string
  confirmPassword: string
}

/** Sets a new password with the token of a link. */
export const createResetForm = (token: string): Form<NewPassword, void> =>
  createForm<NewPassword, void>({
    initial: { password: '', confirmPassword: '' },
    check: (values) => findPasswordFault(values),
    explain,
    save: async ({ password }) => {
      const send = () => call(accounts.resetPassword, { body: { token, password } })
      await (isAdminToken(token) ? send() : callSignedOut(send))
    },
  })

/** Confirms an email with the token of a link, or takes a change of it back. */
export const createLinkForm = (kind: 'confirmEmail' | 'undoEmail', token: string): Form<object, void> =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      const send = () => call(accounts[kind], { body: { token } })
      await (kind === 'undoEmail' ? callSignedOut(send) : send())
    },
  })
