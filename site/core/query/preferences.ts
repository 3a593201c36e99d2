import { atom } from 'nanostores'
import { type Preferences, type PreferencesBody, preferences } from '#contract/preferences'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from './investor-query.ts'

const query = createInvestorQuery(
  ['preferences'],
  async () => (await callInvestor(preferences.read)).preferences,
  { revalidateOnFocus: true },
)

/** How the investor wants to read the site and to be told of what happens. */
export const { $view: $preferences, refresh: refreshPreferences } = query

/** Names of the preferences that are being saved. */
export const $savingPreferences = atom<readonly string[]>([])

/**
 * Stores some preferences and keeps the others; resolves to all of them as the server has them, which are shown from
 * then on. `name` says what is being saved. Throws when it failed.
 */
export async function savePreferences(name: string, body: PreferencesBody): Promise<Preferences> {
  $savingPreferences.set([...$savingPreferences.get(), name])
  try {
    const stored = (await callInvestor(preferences.update, { body })).preferences
    query.$query.mutate(stored)
    return stored
  } finally {
    $savingPreferences.set($savingPreferences.get().filter((other) => other !== name))
  }
}
