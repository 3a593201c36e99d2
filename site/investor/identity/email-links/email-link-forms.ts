/** The forms behind emailed links. */

import { accounts, type EmailLinkStatus } from '#contract/identity/accounts'
import { isAdminToken } from '#contract/identity/email-links'
import { emailUnsubscribe } from '#contract/messaging/unsubscribe'
import type { EndpointInput, ResponseBody } from '#contract/request-url'
import { callApi } from '#core/api/api'
import { ApiError } from '#core/api/call-errors'
import { getServerErrorMessage } from '#core/api/error-messages'
import { createForm, type Form } from '#core/form/form'
import { validateTypedPassword } from '#core/security/new-password'
import { investorSession } from '#core/session/session'

const OTHERWISE = 'An error occurred. Please try again.'
const explain = (error: unknown) => getServerErrorMessage(error, OTHERWISE)

/**
 * Makes a call that ends all sessions. This browser's session is set aside first, because its end would redirect to the
 * sign-in page, perhaps before the response arrives. It is restored if the call fails.
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

/** Sets a new password with a link's token, for the account with this email. */
export const createPasswordResetForm = (token: string, email: string): Form<NewPassword, void> =>
  createForm<NewPassword, void>({
    initial: { password: '', confirmPassword: '' },
    check: (values) => validateTypedPassword(values, email),
    explain,
    save: async ({ password }) => {
      const send = () => callApi(accounts.resetPassword, { body: { token, password } })
      await (isAdminToken(token) ? send() : callSignedOut(send))
    },
  })

/**
 * Makes a call about a link for the account signed in here, if any. A session that has ended is omitted, because the
 * link is valid without it.
 */
export async function callAsOwner<E extends typeof accounts.getLinkStatus | typeof accounts.confirmEmail>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<ResponseBody<E>> {
  const session = investorSession.read()
  if (!session) return callApi(endpoint, input)
  try {
    return await callApi(endpoint, input, { headers: { authorization: `Bearer ${session.token}` } })
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) return callApi(endpoint, input)
    throw error
  }
}

const sendByLink = {
  confirmEmail: (token: string, password: string) =>
    callAsOwner(accounts.confirmEmail, { body: { token, ...(password !== '' && { password }) } }),
  undoEmail: (token: string) => callApi(accounts.revertEmailChange, { body: { token } }),
  reportSignIn: (token: string) => callApi(accounts.reportUnrecognizedSignIn, { body: { token } }),
}

const endsSessions = (kind: keyof typeof sendByLink, token: string): boolean =>
  kind !== 'confirmEmail' && !isAdminToken(token)

/**
 * Whether a link page asks for the password. If its reader is not signed in here, access to the mailbox alone does not
 * prove that the account is theirs: someone else may have created it for this address.
 */
export const needsPassword = (
  kind: keyof typeof sendByLink,
  { link, token }: { link: EmailLinkStatus; token: string },
): boolean => kind === 'confirmEmail' && !link.is_own && !isAdminToken(token)

/** Does what the emailed link is for: confirms an email, reverts an email change, or reports someone else's action. */
export const createEmailLinkForm = (
  kind: keyof typeof sendByLink,
  opened: { link: EmailLinkStatus; token: string },
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

/** Stops the emails that a link is for. */
export const createUnsubscribeForm = (token: string): Form<object, void> =>
  createForm<object, void>({
    initial: {},
    explain,
    save: async () => {
      await callApi(emailUnsubscribe.confirm, { params: { token } })
    },
  })
