import { type ProfileBody, profile } from '#contract/identity/profile'
import type { User } from '#contract/identity/session'
import { getServerErrorMessage } from '#core/api/error-messages'
import { callInvestor } from '#core/api/investor-api'
import { createRowForm, type FormVersion, type RowForm } from '#core/form/row-form'
import { showSavedProfile } from '#core/query/identity/profile'

export type ProfileValues = Required<ProfileBody>

/** The profile fields that its owner may change. */
export const toProfileVersion = (user: User): FormVersion<ProfileValues> => {
  const { first_name, last_name, phone, telegram, linkedin, twitter } = user
  // A session stored before this field existed does not have it.
  const { country = '' } = user as Partial<User>
  return {
    values: { first_name, last_name, phone, telegram, linkedin, twitter, country },
    updatedAt: undefined,
  }
}

/** The investor profile form; saving resolves to the profile as stored by the server. */
export const createProfileForm = (user: User): RowForm<ProfileValues, User> =>
  createRowForm({
    initial: toProfileVersion(user),
    failure: (error) => getServerErrorMessage(error, 'Failed to update profile. Please try again.'),
    save: async (body) => {
      const stored = (await callInvestor(profile.update, { body })).user
      showSavedProfile(stored)
      return stored
    },
  })
