import { actorOf } from '#common/actor'
import { adminSettings } from '#contract/admin-settings'
import { siteSettings } from '#contract/site-settings'
import { themeCss } from '#contract/theme'
import { serveCached } from '#http/cache/serve-cached'
import { serve } from '#http/pipeline/serve'
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
]

/** The site settings, as administrators change them. */
export const settingsAdmin = () => [
  serve(adminSettings.read, async () => ({ settings: await readAdminSettings() })),
  serve(adminSettings.update, async (call) => ({
    settings: await updateSettings(call.body, actorOf(call)),
  })),
]
