import type { Caller } from '#common/access-token'
import { accounts, adminAccount } from '#contract/identity/accounts'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getClient } from '#modules/identity/session/request-client'
import { getEmailLinkStatus } from './check-email-link.ts'
import { cancelEmailChange, confirmEmail, getAccountEmail, requestEmailChange } from './email-change.ts'
import { resendConfirmationEmail } from './email-confirmation.ts'
import { type AccountRequest, changePassword } from './password-change.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'
import { reportSignIn, undoEmail } from './report-or-dispute.ts'

const SUCCESS = { success: true as const }

const ownCall = (call: {
  caller: Caller
  address: string
  requestId: string
  request: Request
}): AccountRequest => ({
  caller: call.caller,
  requestId: call.requestId,
  ...getClient(call),
})

const passwordRoute = (endpoint: typeof accounts.changePassword | typeof adminAccount.changePassword) =>
  serveEndpoint(endpoint, async (call) => {
    await changePassword(ownCall(call), call.body)
    return SUCCESS
  })

/** The caller's own email: the same calls for investors and administrators. */
const emailRoutes = (calls: Pick<typeof accounts, 'readEmail' | 'changeEmail' | 'cancelEmailChange'>) => [
  serveEndpoint(calls.readEmail, ({ caller }) => getAccountEmail(caller)),
  serveEndpoint(calls.changeEmail, async (call) => {
    await requestEmailChange(ownCall(call), call.body)
    return SUCCESS
  }),
  serveEndpoint(calls.cancelEmailChange, async (call) => {
    await cancelEmailChange(ownCall(call))
    return SUCCESS
  }),
]

/** Forgotten passwords, confirmed emails, and changes of either. */
export const accountRoutes = () => [
  serveEndpoint(accounts.forgotPassword, ({ body, request, address }) => {
    requestPasswordReset(body.email, request.headers.get('x-admin-path'), address)
    return SUCCESS
  }),
  serveEndpoint(accounts.getLinkStatus, async ({ body, caller }) => ({
    link: await getEmailLinkStatus(body.token, caller),
  })),
  serveEndpoint(accounts.resetPassword, async (call) => {
    await resetPassword(call.body, { ...getClient(call), requestId: call.requestId })
    return SUCCESS
  }),
  serveEndpoint(accounts.confirmEmail, async (call) => {
    await confirmEmail(call.body, call.caller, { ...getClient(call), requestId: call.requestId })
    return SUCCESS
  }),
  serveEndpoint(accounts.revertEmailChange, async (call) => {
    await undoEmail(call.body.token, { ...getClient(call), requestId: call.requestId })
    return SUCCESS
  }),
  serveEndpoint(accounts.reportUnrecognizedSignIn, async (call) => {
    await reportSignIn(call.body.token, { ...getClient(call), requestId: call.requestId })
    return SUCCESS
  }),
  serveEndpoint(accounts.resendConfirmationEmail, async ({ caller }) => {
    await resendConfirmationEmail(caller.id)
    return SUCCESS
  }),
  passwordRoute(accounts.changePassword),
  ...emailRoutes(accounts),
]

/** The password and the email of the calling administrator. */
export const accountAdmin = () => [
  passwordRoute(adminAccount.changePassword),
  ...emailRoutes(adminAccount as unknown as typeof accounts),
]
