import { atom } from 'nanostores'
import { type Preferences, type PreferencesBody, preferences } from '#contract/messaging/preferences'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'

const query = createInvestorQuery(
  ['preferences'],
  async () => (await callInvestor(preferences.get)).preferences,
  { revalidateOnFocus: true },
)

/** The investor's display and notification preferences. */
export const { $view: $preferences, refresh: refreshPreferences } = query

/** Names of the preferences being saved. */
export const $savingPreferences = atom<readonly string[]>([])

/**
 * Stores some preferences and keeps the others; resolves to all of them as stored by the server, which are shown from
 * then on. `name` identifies what is being saved. Throws on failure.
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
