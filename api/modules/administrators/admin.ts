import { Elysia } from 'elysia'
import { administrators } from '#contract/administrators'
import { actorOf } from '#plugins/actor'
import { serve } from '#plugins/serve'
import { readAccessRules, readAdministrator, updateAdministrator } from './service.ts'

/** The administrator's own profile. */
export const administratorAdmin = () =>
  new Elysia({ name: 'administrator-profile' })
    .use(serve(administrators.accessRules, ({ address }) => ({ access_rules: readAccessRules(address) })))
    .use(serve(administrators.profile, async ({ caller }) => ({ user: await readAdministrator(caller.id) })))
    .use(
      serve(administrators.updateProfile, async (call) => ({
        user: await updateAdministrator(call.caller.id, call.body, actorOf(call)),
      })),
    )
