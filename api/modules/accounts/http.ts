import type { Caller } from '#common/access-token'
import { accounts, adminAccount } from '#contract/accounts'
import { serve } from '#http/pipeline/serve'
import { clientOf } from '#modules/session/http-client'
import { sendConfirmation } from './confirmation.ts'
import { cancelEmailChange, changeEmail, confirmEmail, readEmail } from './email.ts'
import { forgetPassword, resetPassword } from './forgotten-password.ts'
import { checkLink } from './link-check.ts'
import { reportSignIn, undoEmail } from './objection.ts'
import { changePassword, type OwnCall } from './own-password.ts'

const SUCCESS = { success: true as const }

const ownCall = (call: {
  caller: Caller
  address: string
  requestId: string
  request: Request
}): OwnCall => ({
  caller: call.caller,
  requestId: call.requestId,
  ...clientOf(call),
})

const passwordRoute = (endpoint: typeof accounts.changePassword | typeof adminAccount.changePassword) =>
  serve(endpoint, async (call) => {
    await changePassword(ownCall(call), call.body)
    return SUCCESS
  })

/** The own email: the same calls for investors and administrators. */
const emailRoutes = (calls: Pick<typeof accounts, 'readEmail' | 'changeEmail' | 'cancelEmailChange'>) => [
  serve(calls.readEmail, ({ caller }) => readEmail(caller)),
  serve(calls.changeEmail, async (call) => {
    await changeEmail(ownCall(call), call.body)
    return SUCCESS
  }),
  serve(calls.cancelEmailChange, async (call) => {
    await cancelEmailChange(ownCall(call))
    return SUCCESS
  }),
]

/** Forgotten passwords, confirmed emails, and changes of both. */
export const accountRoutes = () => [
  serve(accounts.forgotPassword, ({ body, request, address }) => {
    forgetPassword(body.email, request.headers.get('x-admin-path'), address)
    return SUCCESS
  }),
  serve(accounts.checkLink, async ({ body, caller }) => ({ link: await checkLink(body.token, caller) })),
  serve(accounts.resetPassword, async (call) => {
    await resetPassword(call.body, { ...clientOf(call), requestId: call.requestId })
    return SUCCESS
  }),
  serve(accounts.confirmEmail, async (call) => {
    await confirmEmail(call.body, call.caller, { ...clientOf(call), requestId: call.requestId })
    return SUCCESS
  }),
  serve(accounts.undoEmail, async (call) => {
    await undoEmail(call.body.token, { ...clientOf(call), requestId: call.requestId })
    return SUCCESS
  }),
  serve(accounts.reportSignIn, async (call) => {
    await reportSignIn(call.body.token, { ...clientOf(call), requestId: call.requestId })
    return SUCCESS
  }),
  serve(accounts.sendConfirmation, async ({ caller }) => {
    await sendConfirmation(caller.id)
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
