import { profile } from '#contract/profile'
import { serve } from '#http/pipeline/serve'
import { readProfile, updateProfile } from './service.ts'

/** The profile of an investor. */
export const profileRoutes = () => [
  serve(profile.read, async ({ caller }) => ({ user: await readProfile(caller.id) })),
  serve(profile.update, async ({ caller, body }) => ({
    success: true as const,
    user: await updateProfile(caller.id, body),
  })),
]
