import type { Caller } from '#common/access-token'
import { actorOf } from '#common/actor'
import { adminFactors, factors } from '#contract/factors'
import { secondFactor } from '#contract/second-factor'
import { serve } from '#http/pipeline/serve'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  keepRecoveryCodes,
  listFactors,
  removeFactor,
  replaceRecoveryCodes,
} from './service.ts'
import { beginPasskeySignIn, beginSecondFactor, completeSecondFactor, signInWithPasskey } from './sign-in.ts'
import { beginStepUp, stepUp } from './step-up.ts'

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

/** Sign-in with a second factor or with a passkey; of administrators with the secret path in a header. */
export const secondFactorRoutes = () => [
  serve(secondFactor.options, async (call) => ({
    options: await beginSecondFactor(call.body.challenge, clientOf(call)),
  })),
  serve(secondFactor.complete, (call) => completeSecondFactor(call.body, clientOf(call))),
  serve(secondFactor.passkeyOptions, async (call) => ({ options: await beginPasskeySignIn(clientOf(call)) })),
  serve(secondFactor.passkey, (call) => signInWithPasskey(call.body.credential, clientOf(call))),
]

const changerOf = (call: { caller: Caller; address: string; requestId: string; request: Request }) => ({
  account: { role: call.caller.role, id: call.caller.id },
  sessionId: call.caller.sessionId,
  actor: actorOf(call),
  userAgent: call.request.headers.get('user-agent') ?? '',
})

/** The second factors of the caller, and the confirmation that sensitive calls need. */
const routesOf = (calls: typeof factors | typeof adminFactors) => [
  serve(calls.list, ({ caller }) => listFactors(caller)),
  serve(calls.addTotp, (call) => beginTotp(changerOf(call))),
  serve(calls.confirmTotp, (call) => confirmTotp(changerOf(call), call.body)),
  serve(calls.passkeyOptions, async (call) => ({ options: await beginPasskey(changerOf(call)) })),
  serve(calls.addPasskey, async (call) => ({ factor: await addPasskey(changerOf(call), call.body) })),
  serve(calls.remove, async (call) => {
    await removeFactor(changerOf(call), call.params.id)
    return { success: true as const }
  }),
  serve(calls.newRecoveryCodes, async (call) => ({
    recovery_codes: await replaceRecoveryCodes(changerOf(call)),
  })),
  serve(calls.keptRecoveryCodes, async (call) => {
    await keepRecoveryCodes(changerOf(call))
    return { success: true as const }
  }),
  serve(calls.stepUpOptions, async ({ caller }) => ({ options: await beginStepUp(caller) })),
  serve(calls.stepUp, async (call) => ({
    success: true as const,
    until: await stepUp(call.caller, call.body, changerOf(call)),
  })),
]

/** Of an investor. */
export const factorRoutes = () => routesOf(factors)

/** Of an administrator. */
export const factorAdmin = () => routesOf(adminFactors)
