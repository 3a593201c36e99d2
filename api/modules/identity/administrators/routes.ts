import { toActor } from '#common/audit-actor'
import { administrators } from '#contract/identity/admin-account'
import { adminAdministrators } from '#contract/identity/admin-administrators'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getClient } from '#modules/identity/session/request-client'
import { createAccount, deleteAccount, listAccounts, updateAccount } from './administrator-accounts.ts'
import {
  getAccessRules,
  getAdministrator,
  signInAdministrator,
  updateAdministrator,
} from './administrator-session.ts'

/** The administrators' sign-in: public, but requires the header with the secret path. */
export const administratorRoutes = () => [
  serveEndpoint(administrators.signIn, ({ body, address, requestId, request }) =>
    signInAdministrator(body, {
      address,
      requestId,
      path: request.headers.get('x-admin-path'),
      userAgent: request.headers.get('user-agent') ?? '',
    }),
  ),
]

/** Administrator accounts, and the own profile. */
export const administratorAdmin = () => [
  serveEndpoint(adminAdministrators.list, listAccounts),
  serveEndpoint(adminAdministrators.create, async (call) => ({
    administrator: await createAccount(call.body, toActor(call)),
  })),
  serveEndpoint(adminAdministrators.update, async (call) => ({
    administrator: await updateAccount(call.params.id, call.body, toActor(call)),
  })),
  serveEndpoint(adminAdministrators.delete, async (call) => {
    await deleteAccount(call.params.id, call.body?.reason, toActor(call))
    return { success: true as const }
  }),
  serveEndpoint(administrators.getAccessRules, ({ address }) => ({ access_rules: getAccessRules(address) })),
  serveEndpoint(administrators.getProfile, async ({ caller }) => ({
    user: await getAdministrator(caller.id),
  })),
  serveEndpoint(administrators.updateProfile, async (call) => ({
    user: await updateAdministrator(call.caller.id, call.body, {
      ...getClient(call),
      caller: call.caller,
      requestId: call.requestId,
      actor: toActor(call),
    }),
  })),
]
