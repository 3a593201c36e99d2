import { Elysia } from 'elysia'
import { siteSettings } from '#contract/site-settings'
import { themeCss } from '#contract/theme'
import { serveShared } from '#plugins/serve-shared'
import { readSettings } from './service.ts'

/** Seen at once when it is announced; else an edit is seen this soon, in milliseconds. */
const freshFor = 2_000

/** The public site settings, as data and as the style sheet of their colours. */
export const settingsRoutes = () =>
  new Elysia({ name: 'settings' })
    .use(serveShared(siteSettings.read, readSettings, { freshFor, madeOf: 'settings' }))
    .use(
      serveShared(siteSettings.theme, async () => themeCss(await readSettings()), {
        freshFor,
        madeOf: 'settings',
      }),
    )
