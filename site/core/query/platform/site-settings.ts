import { atom } from 'nanostores'
import { type SiteSettings, siteSettings } from '#contract/platform/site-settings'
import { callApi } from '#core/api/api'
import { onBrowserMount } from '#core/browser/browser-mount'
import type { DateFormat } from '#core/format/format'
import { APPEARANCE_STORAGE_KEY } from '#core/format/reader-format'
import { createQuery } from '#core/query/query'
import { readStoredJson } from '#core/session/read-stored-json'

/** Default date format if the settings have none. */
const DEFAULT_DATE_FORMAT: DateFormat = 'MM/DD/YY'

const $settings = createQuery<SiteSettings>('site-settings', { fetcher: () => callApi(siteSettings.get) })

/** The reader's own date format; empty for the site's. */
export const $ownDateFormat = atom<DateFormat | ''>('')

onBrowserMount($ownDateFormat, () => {
  setDateFormat(readStoredJson<{ date_format: DateFormat }>(APPEARANCE_STORAGE_KEY).date_format ?? '')
})

/** Applies the reader's own date format; an empty one means the site's. */
export const setDateFormat = (format: DateFormat | ''): void => $ownDateFormat.set(format)

/**
 * Date format: the reader's own, or the site's, which is undefined until loaded. A failure is silent and leaves the
 * default.
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

/** The site name; undefined until loaded, and if it cannot be loaded. */
export const $siteName = atom<string | undefined>(undefined)

onBrowserMount($siteName, () => $settings.subscribe(({ data }) => data && $siteName.set(data.site_name)))

/** The style sheet of the brand colors, which may need reloading. */
const THEME = 'link[rel="stylesheet"][href^="/api/v1/theme.css"]'

/**
 * Call after the settings were changed here: refetches this browser's cached copies so that this page and the next ones
 * show them immediately.
 */
export async function refreshSiteSettings(): Promise<void> {
  await Promise.allSettled(
    ['/api/v1/settings', '/api/v1/theme.css'].map((address) => fetch(address, { cache: 'reload' })),
  )
  $settings.revalidate()
  const sheet = document.querySelector<HTMLLinkElement>(THEME)
  if (!sheet) return
  const reloaded = sheet.cloneNode() as HTMLLinkElement
  // The old style sheet stays until the new one has loaded, so that the page does not lose its colors.
  reloaded.addEventListener('load', () => sheet.remove(), { once: true })
  sheet.after(reloaded)
}
