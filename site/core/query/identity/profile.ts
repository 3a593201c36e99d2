import { profile } from '#contract/identity/profile'
import type { User } from '#contract/identity/session'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { investorSession } from '#core/session/session'

/** The profile last saved on this page. */
let saved: User | undefined

/** The server's profile, refetched when the tab becomes visible; the copy stored in the browser may be older. */
const profileQuery = createInvestorQuery(
  ['profile'],
  async () => {
    const savedBefore = saved
    const { user } = await callInvestor(profile.get)
    // Saved while fetching: the response may be older.
    return saved && saved !== savedBefore ? saved : user
  },
  { revalidateOnFocus: true },
)

export const { $view: $profile, refresh: refreshProfile } = profileQuery

/** Shows a profile as stored by the server, here and after the next page load. */
export function showSavedProfile(stored: User): void {
  saved = stored
  investorSession.updateUser(stored)
  // Returning to a page with the profile shows this one, not the one fetched before.
  profileQuery.$query.mutate(stored)
}
