/**
 * The investor's display preferences, stored in the account and in this browser so that the first paint is right.
 * Loaded on demand; nothing on a page waits for it.
 */
import { type Preferences, preferences } from '#contract/messaging/preferences'
import { callInvestor } from '#core/api/investor-api'
import { getTheme, setTheme, type Theme } from '#core/browser/theme'
import { APPEARANCE_STORAGE_KEY, type ReaderFormat, readerFormat } from '#core/format/reader-format'
import { setDateFormat } from '#core/query/platform/site-settings'
import { readStoredJson } from '#core/session/read-stored-json'
import { investorSession } from '#core/session/session'

interface Kept {
  reader: ReaderFormat
  /** The account's theme, as last seen by this browser. */
  theme: Theme
  date_format: Preferences['date_format']
}

/** Applies the account's number and time formats from the next render on, and on later visits. */
export function saveAppearance({ theme, time_zone, date_format, number_format }: Preferences): void {
  // Separators as in `1,234.56`.
  const [, group = ',', point = '.'] = /^1(.)234(.)56$/.exec(number_format) ?? []
  Object.assign(readerFormat, { group: group === ' ' ? '\u00a0' : group, point, timeZone: time_zone })
  const kept: Kept = { reader: readerFormat, theme, date_format }
  try {
    localStorage.setItem(APPEARANCE_STORAGE_KEY, JSON.stringify(kept))
  } catch {}
  setDateFormat(date_format)
}

const hasNewTheme = () => getTheme() !== (readStoredJson<Kept>(APPEARANCE_STORAGE_KEY).theme ?? 'system')

const isSignedIn = () => investorSession.read() !== null

/** Stores a theme chosen in this browser, such as in the footer. Fails silently: the page already shows the theme. */
export async function saveTheme(): Promise<void> {
  if (!hasNewTheme() || !isSignedIn()) return
  try {
    saveAppearance((await callInvestor(preferences.update, { body: { theme: getTheme() } })).preferences)
  } catch {}
}

/**
 * Synchronizes browser and account: a theme chosen here since the last sync goes to the account; everything else comes
 * from it. Fails silently: the page stays as it is.
 */
export async function syncAppearance(): Promise<void> {
  if (hasNewTheme()) return saveTheme()
  if (!isSignedIn()) return
  try {
    const stored = (await callInvestor(preferences.get)).preferences
    saveAppearance(stored)
    if (stored.theme !== getTheme()) setTheme(stored.theme)
  } catch {}
}
