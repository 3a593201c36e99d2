import { atom } from 'nanostores'
import { type SiteSettings, siteSettings } from '#contract/site-settings'
import { call } from '#core/api/api'
import { onBrowserMount } from '#core/browser/browser-mount'
import type { DateFormat } from '#core/format/format'
import { createQuery } from './query.ts'

/** The date format when the settings have none. */
const DEFAULT_DATE_FORMAT: DateFormat = 'MM/DD/YY'

const $settings = createQuery<SiteSettings>('site-settings', { fetcher: () => call(siteSettings.read) })

/** Date format of the site; undefined until it is loaded. A failure is silent and leaves the default. */
export const $dateFormat = atom<DateFormat | undefined>(undefined)

onBrowserMount($dateFormat, () =>
  $settings.subscribe(({ data, error }) => {
    if (data || error) $dateFormat.set(data?.date_format ?? DEFAULT_DATE_FORMAT)
  }),
)

/** The site's name; undefined until it is loaded, and when it cannot be loaded. */
export const $siteName = atom<string | undefined>(undefined)

onBrowserMount($siteName, () => $settings.subscribe(({ data }) => data && $siteName.set(data.site_name)))

/** The style sheet of the brand colours, which may have to be reloaded. */
const THEME = 'link[rel="stylesheet"][href^="/api/v1/theme.css"]'

/**
 * To call after the settings were changed here: refetches what this browser has cached of them, so that this page and
 * the next ones show them at once.
 */
export async function renewSiteSettings(): Promise<void> {
  await Promise.allSettled(
    ['/api/v1/settings', '/api/v1/theme.css'].map((address) => fetch(address, { cache: 'reload' })),
  )
  $settings.revalidate()
  const sheet = document.querySelector<HTMLLinkElement>(THEME)
  if (!sheet) return
  const reloaded = sheet.cloneNode() as HTMLLinkElement
  // The old style sheet stays until the new one has loaded: otherwise the page would lose its colours.
  reloaded.addEventListener('load', () => sheet.remove(), { once: true })
  sheet.after(reloaded)
}
