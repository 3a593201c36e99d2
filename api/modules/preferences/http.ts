import { preferences } from '#contract/preferences'
import { serve } from '#http/pipeline/serve'
import { readPreferences, updatePreferences } from './service.ts'

/** How an investor wants to read the site. */
export const preferenceRoutes = () => [
  serve(preferences.read, async ({ caller }) => ({ preferences: await readPreferences(caller.id) })),
  serve(preferences.update, async ({ caller, body }) => ({
    preferences: await updatePreferences(caller.id, body),
  })),
]
