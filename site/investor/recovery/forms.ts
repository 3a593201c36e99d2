/** The forms behind mailed links. */
import { isAdminToken } from '#contract/account-links'
import { accounts, type MailedLink } from '#contract/accounts'
import type { CallInput, ResponseBody } from '#contract/call'
import { unsubscribing } from '#contract/unsubscribing'
import { call } from '#core/api/api'
import { explainRejection } from '#core/api/failures'
import { RejectedCall } from '#core/api/problems'
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

/**
 * Makes a call about a link for the account that is signed in here, if one is. A session that is over is left out: the
 * link is good without it.
 */
export async function callAsOwner<E extends typeof accounts.checkLink | typeof accounts.confirmEmail>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseBody<E>> {
  const session = investorSession.read()
  if (!session) return call(endpoint, input)
  try {
    return await call(endpoint, input, { headers: { authorization: `Bearer ${session.token}` } })
  } catch (error) {
    if (error instanceof RejectedCall && [401, 403].includes(error.status)) return call(endpoint, input)
    throw error
  }
}

const sendByLink = {
  confirmEmail: (token: string, password: string) =>
    callAsOwner(accounts.confirmEmail, { body: { token, ...(password !== '' && { password }) } }),
  undoEmail: (token: string) => call(accounts.undoEmail, { body: { token } }),
  reportSignIn: (token: string) => call(accounts.reportSignIn, { body: { token } }),
}

const endsSessions = (kind: keyof typeof sendByLink, token: string): boolean =>
  kind !== 'confirmEmail' && !isAdminToken(token)

/**
 * Whether the page of a link asks for the password: the mailbox alone does not show that the account is its reader's, who
 * is not signed in here. Somebody else may have made the account for this address.
 */
export const needsPassword = (
  kind: keyof typeof sendByLink,
  { link, token }: { link: MailedLink; token: string },
): boolean => kind === 'confirmEmail' && !link.is_own && !isAdminToken(token)

/** Does what the link of a mail is for: confirms an email, takes a change of it back, reports what somebody else did. */
export const createLinkForm = (
  kind: keyof typeof sendByLink,
  opened: { link: MailedLink; token: string },
): Form<{ password: string }, void> =>
  createForm<{ password: string }, void>({
    initial: { password: '' },
    check: ({ password }) =>
      needsPassword(kind, opened) && password === ''
        ? { message: 'Enter your password', fieldErrors: { password: 'Enter your password' } }
        : undefined,
    explain,
    save: async ({ password }) => {
      const { token } = opened
      const send = () => sendByLink[kind](token, password)
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
