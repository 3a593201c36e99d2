import { preferences } from '#contract/messaging/preferences'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getPreferences, updatePreferences } from './service.ts'

/** How an investor wants to read the site. */
export const preferenceRoutes = () => [
  serveEndpoint(preferences.get, async ({ caller }) => ({ preferences: await getPreferences(caller.id) })),
  serveEndpoint(preferences.update, async ({ caller, body }) => ({
    preferences: await updatePreferences(caller.id, body),
  })),
]
