/** The forms behind mailed links. */
import { isAdminToken } from '#contract/account-links'
import { accounts } from '#contract/accounts'
import { unsubscribing } from '#contract/unsubscribing'
import { call } from '#core/api/api'
import { explainRejection } from '#core/api/failures'
import { createForm, type Form } from '#core/form/form'
import { findPasswordFault } from '#core/security/new-password'
import { investorSession } from '#core/session/session'

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

export interface NewPassword {
  password: string
  confirmPassword: string
}

/** Sets a new password with the token of a link, for the account with this email. */
export const createResetForm = (token: string, email: string): Form<NewPassword, void> =>
  createForm<NewPassword, void>({
    initial: { password: '', confirmPassword: '' },
    check: (values) => findPasswordFault(values, email),
    explain,
    save: async ({ password }) => {
      const send = () => call(accounts.resetPassword, { body: { token, password } })
      await (isAdminToken(token) ? send() : callSignedOut(send))
    },
  })

const sendByLink = {
  confirmEmail: (token: string) => call(accounts.confirmEmail, { body: { token } }),
  undoEmail: (token: string) => call(accounts.undoEmail, { body: { token } }),
  reportSignIn: (token: string) => call(accounts.reportSignIn, { body: { token } }),
}

const endsSessions = (kind: keyof typeof sendByLink, token: string): boolean =>
  kind !== 'confirmEmail' && !isAdminToken(token)

/** Does what the link of a mail is for: confirms an email, takes a change of it back, reports what somebody else did. */
export const createLinkForm = (kind: keyof typeof sendByLink, token: string): Form<object, void> =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      const send = () => sendByLink[kind](token)
      await (endsSessions(kind, token) ? callSignedOut(send) : send())
    },
  })

/** Stops the mails that a link is for. */
export const createUnsubscribeForm = (token: string): Form<object, void> =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      await call(unsubscribing.confirm, { params: { token } })
    },
  })
