import { profile } from '#contract/identity/profile'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getClient } from '#modules/identity/session/request-client'
import { getProfile, updateProfile } from './profile-service.ts'

/** The profile of an investor. */
export const profileRoutes = () => [
  serveEndpoint(profile.get, async ({ caller }) => ({ user: await getProfile(caller.id) })),
  serveEndpoint(profile.update, async (call) => ({
    success: true as const,
    user: await updateProfile(call.caller.id, call.body, getClient(call)),
  })),
]
