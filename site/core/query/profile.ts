import { profile } from '#contract/profile'
import type { User } from '#contract/session'
import { callInvestor } from '#core/api/investor-api'
import { investorSession } from '#core/session/session'
import { createInvestorQuery } from './investor-query.ts'

/** The profile last saved in this page. */
let saved: User | undefined

/**
 * The profile from the server, refetched when the tab becomes visible; the one stored in the browser may be older.
 */
const profileQuery = createInvestorQuery(
  ['profile'],
  async () => {
    const savedBefore = saved
    const { user } = await callInvestor(profile.read)
    // Saved during the fetch: the response may be older.
    return saved && saved !== savedBefore ? saved : user
  },
  { revalidateOnFocus: true },
)

export const { $view: $profile, refresh: refreshProfile } = profileQuery

/** Shows a profile as the server has stored it, here and after the next load of the page. */
export function showSavedProfile(stored: User): void {
  saved = stored
  investorSession.updateUser(stored)
  // A return to a page with the profile shows this one, not the one fetched before.
  profileQuery.$query.mutate(stored)
}
