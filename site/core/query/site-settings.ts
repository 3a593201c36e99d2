import { atom } from 'nanostores'
import { type SiteSettings, siteSettings } from '#contract/site-settings'
import { call } from '#core/api/api'
import { onBrowserMount } from '#core/browser/browser-mount'
import type { DateFormat } from '#core/format/format'
import { APPEARANCE } from '#core/format/reader'
import { readStored } from '#core/session/stored-json'
import { createQuery } from './query.ts'

/** The date format when the settings have none. */
const DEFAULT_DATE_FORMAT: DateFormat = 'MM/DD/YY'

const $settings = createQuery<SiteSettings>('site-settings', { fetcher: () => call(siteSettings.read) })

/** The reader's own date format; empty for that of the site. */
export const $ownDateFormat = atom<DateFormat | ''>('')

onBrowserMount($ownDateFormat, () => {
  chooseDateFormat(readStored<{ date_format: DateFormat }>(APPEARANCE).date_format ?? '')
})

/** Writes dates in the reader's own format; an empty one is that of the site. */
export const chooseDateFormat = (format: DateFormat | ''): void => $ownDateFormat.set(format)

/**
 * Format of dates: the reader's own, or that of the site, which is undefined until it is loaded. A failure is silent
 * and leaves the default.
 */
export const $dateFormat = atom<DateFormat | undefined>(undefined)

onBrowserMount($dateFormat, () => {
  const choose = () => {
    const { data, error } = $settings.get()
    const ofSite = data || error ? (data?.date_format ?? DEFAULT_DATE_FORMAT) : undefined
    $dateFormat.set($ownDateFormat.get() || ofSite)
  }
  const stops = [$ownDateFormat.subscribe(choose), $settings.subscribe(choose)]
  return () => {
    for (const stop of stops) stop()
  }
})

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
