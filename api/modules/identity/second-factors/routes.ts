import type { Caller } from '#common/access-token'
import { toActor } from '#common/audit-actor'
import { adminFactors, factors } from '#contract/identity/factors'
import { secondFactor } from '#contract/identity/second-factor'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import {
  addPasskey,
  confirmRecoveryCodesSaved,
  confirmTotp,
  deleteFactor,
  listFactors,
  replaceRecoveryCodes,
  startPasskeySetup,
  startTotpSetup,
} from './factor-service.ts'
import {
  completeSecondFactor,
  signInWithPasskey,
  startPasskeySignIn,
  startSecondFactor,
} from './second-factor-sign-in.ts'
import { completeStepUp, startStepUp } from './step-up.ts'

const clientOf = ({
  address,
  requestId,
  request,
}: {
  address: string
  requestId: string
  request: Request
}) => ({
  address,
  requestId,
  path: request.headers.get('x-admin-path'),
  userAgent: request.headers.get('user-agent') ?? '',
})

/** Sign-in with a second factor or a passkey; for administrators with the secret path in a header. */
export const secondFactorRoutes = () => [
  serveEndpoint(secondFactor.options, async (call) => ({
    options: await startSecondFactor(call.body.challenge, clientOf(call)),
  })),
  serveEndpoint(secondFactor.complete, (call) => completeSecondFactor(call.body, clientOf(call))),
  serveEndpoint(secondFactor.getPasskeyOptions, async (call) => ({
    options: await startPasskeySignIn(clientOf(call)),
  })),
  serveEndpoint(secondFactor.passkey, (call) => signInWithPasskey(call.body.credential, clientOf(call))),
]

const changerOf = (call: { caller: Caller; address: string; requestId: string; request: Request }) => ({
  account: { role: call.caller.role, id: call.caller.id },
  sessionId: call.caller.sessionId,
  actor: toActor(call),
  userAgent: call.request.headers.get('user-agent') ?? '',
})

/** The caller's second factors, and the confirmation that sensitive calls need. */
const routesOf = (calls: typeof factors | typeof adminFactors) => [
  serveEndpoint(calls.list, ({ caller }) => listFactors(caller)),
  serveEndpoint(calls.startTotpSetup, (call) => startTotpSetup(changerOf(call))),
  serveEndpoint(calls.confirmTotp, (call) => confirmTotp(changerOf(call), call.body)),
  serveEndpoint(calls.getPasskeyOptions, async (call) => ({
    options: await startPasskeySetup(changerOf(call)),
  })),
  serveEndpoint(calls.addPasskey, async (call) => ({ factor: await addPasskey(changerOf(call), call.body) })),
  serveEndpoint(calls.remove, async (call) => {
    await deleteFactor(changerOf(call), call.params.id)
    return { success: true as const }
  }),
  serveEndpoint(calls.replaceRecoveryCodes, async (call) => ({
    recovery_codes: await replaceRecoveryCodes(changerOf(call)),
  })),
  serveEndpoint(calls.confirmRecoveryCodesSaved, async (call) => {
    await confirmRecoveryCodesSaved(changerOf(call))
    return { success: true as const }
  }),
  serveEndpoint(calls.stepUpOptions, async ({ caller }) => ({ options: await startStepUp(caller) })),
  serveEndpoint(calls.stepUp, async (call) => ({
    success: true as const,
    until: await completeStepUp(call.caller, call.body, changerOf(call)),
  })),
]

/** Of an investor. */
export const factorRoutes = () => routesOf(factors)

/** Of an administrator. */
export const factorAdmin = () => routesOf(adminFactors)
