import { type ProfileBody, profile } from '#contract/profile'
import type { User } from '#contract/session'
import { explainRejection } from '#core/api/failures'
import { callInvestor } from '#core/api/investor-api'
import { createRowForm, type RowForm, type Version } from '#core/form/row-form'
import { showSavedProfile } from '#core/query/profile'

export type ProfileValues = Required<ProfileBody>

/** The fields of a profile that its owner may change. */
export const profileOf = (user: User): Version<ProfileValues> => {
  const { first_name, last_name, phone, telegram, linkedin, twitter } = user
  // A session that was stored before this field existed has none.
  const { country = '' } = user as Partial<User>
  return {
    values: { first_name, last_name, phone, telegram, linkedin, twitter, country },
    updatedAt: undefined,
  }
}

/** The form of an investor's profile; saving resolves to the profile as the server has stored it. */
export const createProfileForm = (user: User): RowForm<ProfileValues, User> =>
  createRowForm({
    initial: profileOf(user),
    failure: (error) => explainRejection(error, 'Failed to update profile. Please try again.'),
    save: async (body) => {
      const stored = (await callInvestor(profile.update, { body })).user
      showSavedProfile(stored)
      return stored
    },
  })
