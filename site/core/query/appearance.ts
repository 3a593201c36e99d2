/**
 * How the signed-in investor wants to read the area: in the account, and kept in this browser so that the first paint
 * is right. Loaded when it is needed: nothing on a page waits for this.
 */
import { type Preferences, preferences } from '#contract/preferences'
import { callInvestor } from '#core/api/investor-api'
import { chooseTheme, readTheme, type Theme } from '#core/browser/theme'
import { APPEARANCE, type Reader, reader } from '#core/format/reader'
import { investorSession } from '#core/session/session'
import { readStored } from '#core/session/stored-json'
import { chooseDateFormat } from './site-settings.ts'

interface Kept {
  reader: Reader
  /** The theme of the account, as this browser last saw it. */
  theme: Theme
  date_format: Preferences['date_format']
}

/** Writes figures and times as the account says, from the next rendering on, and on later visits. */
export function keepAppearance({ theme, time_zone, date_format, number_format }: Preferences): void {
  // As in `1,234.56`.
  const [, group = ',', point = '.'] = /^1(.)234(.)56$/.exec(number_format) ?? []
  Object.assign(reader, { group: group === ' ' ? '\u00a0' : group, point, timeZone: time_zone })
  const kept: Kept = { reader, theme, date_format }
  try {
    localStorage.setItem(APPEARANCE, JSON.stringify(kept))
  } catch {}
  chooseDateFormat(date_format)
}

const hasNewTheme = () => readTheme() !== (readStored<Kept>(APPEARANCE).theme ?? 'system')

const isSignedIn = () => investorSession.read() !== null

/** Stores a theme that was chosen in this browser, such as in the footer. Fails silently: the page has the theme. */
export async function storeTheme(): Promise<void> {
  if (!hasNewTheme() || !isSignedIn()) return
  try {
    keepAppearance((await callInvestor(preferences.update, { body: { theme: readTheme() } })).preferences)
  } catch {}
}

/**
 * Brings browser and account together: a theme that was chosen here since the last time goes to the account, everything
 * else comes from it. Fails silently: the page stays as it is.
 */
export async function synchroniseAppearance(): Promise<void> {
  if (hasNewTheme()) return storeTheme()
  if (!isSignedIn()) return
  try {
    const stored = (await callInvestor(preferences.read)).preferences
    keepAppearance(stored)
    if (stored.theme !== readTheme()) chooseTheme(stored.theme)
  } catch {}
}
