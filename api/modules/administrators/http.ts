import { actorOf } from '#common/actor'
import { administrators } from '#contract/administrators'
import { serve } from '#http/pipeline/serve'
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

/** The administrator's own profile. */
export const administratorAdmin = () => [
  serve(administrators.accessRules, ({ address }) => ({ access_rules: readAccessRules(address) })),
  serve(administrators.profile, async ({ caller }) => ({ user: await readAdministrator(caller.id) })),
  serve(administrators.updateProfile, async (call) => ({
    user: await updateAdministrator(call.caller.id, call.body, actorOf(call)),
  })),
]
