import { actorOf } from '#common/actor'
import { adminAdministrators } from '#contract/admin-administrators'
import { administrators } from '#contract/administrators'
import { serve } from '#http/pipeline/serve'
import { clientOf } from '#modules/session/http-client'
import { createAccount, deleteAccount, listAccounts, updateAccount } from './accounts.ts'
import { readAccessRules, readAdministrator, signInAdministrator, updateAdministrator } from './service.ts'

/** The administrators' sign-in: public, but requires the header with the secret path. */
export const administratorRoutes = () => [
  serve(administrators.signIn, ({ body, address, requestId, request }) =>
    signInAdministrator(body, {
      address,
      requestId,
      path: request.headers.get('x-admin-path'),
      userAgent: request.headers.get('user-agent') ?? '',
    }),
  ),
]

/** The administrators' accounts, and the own profile. */
export const administratorAdmin = () => [
  serve(adminAdministrators.list, listAccounts),
  serve(adminAdministrators.create, async (call) => ({
    administrator: await createAccount(call.body, actorOf(call)),
  })),
  serve(adminAdministrators.update, async (call) => ({
    administrator: await updateAccount(call.params.id, call.body, actorOf(call)),
  })),
  serve(adminAdministrators.remove, async (call) => {
    await deleteAccount(call.params.id, call.body?.reason, actorOf(call))
    return { success: true as const }
  }),
  serve(administrators.accessRules, ({ address }) => ({ access_rules: readAccessRules(address) })),
  serve(administrators.profile, async ({ caller }) => ({ user: await readAdministrator(caller.id) })),
  serve(administrators.updateProfile, async (call) => ({
    user: await updateAdministrator(call.caller.id, call.body, {
      ...clientOf(call),
      caller: call.caller,
      requestId: call.requestId,
      actor: actorOf(call),
    }),
  })),
]
