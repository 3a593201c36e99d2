import { toActor } from '#common/audit-actor'
import { adminSettings } from '#contract/platform/admin-settings'
import { adminBanner, banner } from '#contract/platform/banner'
import { siteSettings } from '#contract/platform/site-settings'
import { serveCached } from '#http/cache/serve-cached'
import { serveEndpoint } from '#http/pipeline/serve-endpoint'
import { getAdminBanner, getBanner, updateBanner } from './banner.ts'
import { getAdminSettings, getSiteSettings, updateSettings } from './site-settings.ts'

/** Edits are announced and visible at once; if an announcement is lost, after this many milliseconds. */
const maxAgeMs = 2_000

/** The public site settings. */
export const settingsRoutes = () => [
  serveCached(siteSettings.get, getSiteSettings, { maxAgeMs, cacheTopic: 'settings' }),
  serveCached(banner.get, getBanner, { maxAgeMs, cacheTopic: 'banner' }),
]

/** The site settings, as administrators change them. */
export const settingsAdmin = () => [
  serveEndpoint(adminSettings.get, async () => ({ settings: await getAdminSettings() })),
  serveEndpoint(adminSettings.update, async (call) => ({
    settings: await updateSettings(call.body, toActor(call)),
  })),
  serveEndpoint(adminBanner.get, getAdminBanner),
  serveEndpoint(adminBanner.update, (call) => updateBanner(call.body, toActor(call))),
]
