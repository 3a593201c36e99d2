import { atom } from 'nanostores'
import { type SiteSettings, siteSettings } from '#contract/site-settings'
import { call } from '#core/api/api'
import { onBrowserMount } from '#core/browser/browser-mount'
import type { DateFormat } from '#core/format/format'
import { createQuery } from './query.ts'

/** How dates are written when the settings say nothing. */
const DEFAULT_DATE_FORMAT: DateFormat = 'MM/DD/YY'

const $settings = createQuery<SiteSettings>('site-settings', { fetcher: () => call(siteSettings.read) })

/** How the site writes dates; undefined until that is known. A failure is silent and leaves the default. */
export const $dateFormat = atom<DateFormat | undefined>(undefined)

onBrowserMount($dateFormat, () =>
  $settings.subscribe(({ data, error }) => {
    if (data || error) $dateFormat.set(data?.date_format ?? DEFAULT_DATE_FORMAT)
  }),
)

/** The site's name; undefined until it is known, and when it cannot be read. */
export const $siteName = atom<string | undefined>(undefined)

onBrowserMount($siteName, () => $settings.subscribe(({ data }) => data && $siteName.set(data.site_name)))

/** Where the colours are, for whoever wants them anew. */
const THEME = 'link[rel="stylesheet"][href^="/api/v1/theme.css"]'

/**
 * After the settings were changed here: what this browser has kept of them is fetched again, so that this page and
 * the next ones show them at once.
 */
export async function renewSiteSettings(): Promise<void> {
  await Promise.allSettled(
    ['/api/v1/settings', '/api/v1/theme.css'].map((address) => fetch(address, { cache: 'reload' })),
  )
  $settings.revalidate()
  const sheet = document.querySelector<HTMLLinkElement>(THEME)
  if (!sheet) return
  const renewed = sheet.cloneNode() as HTMLLinkElement
  // The old one stays until the new one stands: nothing is drawn without colours.
  renewed.addEventListener('load', () => sheet.remove(), { once: true })
  sheet.after(renewed)
}
