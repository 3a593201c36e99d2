import { type ProfileBody, profile } from '#contract/profile'
import type { User } from '#contract/session'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createRowForm, type RowForm, type Version } from '#core/form/row-form'
import { createInvestorQuery } from '#core/query/investor-query'
import { investorSession } from '#core/session/session'

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

export type ProfileValues = Required<ProfileBody>

/** The fields of a profile that its owner may change. */
export const profileOf = (user: User): Version<ProfileValues> => {
  const { first_name, last_name, phone, telegram, linkedin, twitter } = user
  return { values: { first_name, last_name, phone, telegram, linkedin, twitter }, updatedAt: undefined }
}

/** The form of an investor's profile; saving resolves to the profile as the server has stored it. */
export const createProfileForm = (user: User): RowForm<ProfileValues, User> =>
  createRowForm({
    initial: profileOf(user),
    failure: (error) => explainRejection(error, 'Failed to update profile. Please try again.'),
    save: async (body) => {
      const stored = (await callInvestor(profile.update, { body })).user
      saved = stored
      investorSession.updateUser(stored)
      // A return to this page shows the saved profile, not the one fetched before.
      profileQuery.$query.mutate(stored)
      return stored
    },
  })
