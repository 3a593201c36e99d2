import { actorOf } from '#common/actor'
import { adminSettings } from '#contract/admin-settings'
import { adminBanner, banner } from '#contract/banner'
import { siteSettings } from '#contract/site-settings'
import { themeCss } from '#contract/theme'
import { serveCached } from '#http/cache/serve-cached'
import { serve } from '#http/pipeline/serve'
import { readAdminBanner, readBanner, updateBanner } from './banner.ts'
import { readAdminSettings, readSettings, updateSettings } from './service.ts'

/** Edits are announced and visible at once; if an announcement is lost, after this many milliseconds. */
const freshFor = 2_000

/** The public site settings, as data and as the style sheet of their colours. */
export const settingsRoutes = () => [
  serveCached(siteSettings.read, readSettings, { freshFor, madeOf: 'settings' }),
  serveCached(siteSettings.theme, async () => themeCss(await readSettings()), {
    freshFor,
    madeOf: 'settings',
  }),
  serveCached(banner.read, readBanner, { freshFor, madeOf: 'banner' }),
]

/** The site settings, as administrators change them. */
export const settingsAdmin = () => [
  serve(adminSettings.read, async () => ({ settings: await readAdminSettings() })),
  serve(adminSettings.update, async (call) => ({
    settings: await updateSettings(call.body, actorOf(call)),
  })),
  serve(adminBanner.read, readAdminBanner),
  serve(adminBanner.update, (call) => updateBanner(call.body, actorOf(call))),
]
