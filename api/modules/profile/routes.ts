import { Elysia } from 'elysia'
import { profile } from '#contract/profile'
import { serve } from '#plugins/serve'
import { readProfile, updateProfile } from './service.ts'

/** What an investor tells of himself. */
export const profileRoutes = () =>
  new Elysia({ name: 'profile' })
    .use(serve(profile.read, async ({ caller }) => ({ user: await readProfile(caller.id) })))
    .use(
      serve(profile.update, async ({ caller, body }) => ({
        success: true as const,
        user: await updateProfile(caller.id, body),
      })),
    )
