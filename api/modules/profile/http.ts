import { profile } from '#contract/profile'
import { serve } from '#http/pipeline/serve'
import { clientOf } from '#modules/session/http-client'
import { readProfile, updateProfile } from './service.ts'

/** The profile of an investor. */
export const profileRoutes = () => [
  serve(profile.read, async ({ caller }) => ({ user: await readProfile(caller.id) })),
  serve(profile.update, async (call) => ({
    success: true as const,
    user: await updateProfile(call.caller.id, call.body, clientOf(call)),
  })),
]
