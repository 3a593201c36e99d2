import { administrators } from '#contract/administrators'
import type { Administrator } from '#contract/session'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { adminSession, endAdminSession } from '#core/session/admin-session'
import type { FormOptions, Refused } from '#site/admin/form/form.ts'

/** The profile as the server has it; what is stored here may be older. */
export const { $view: $profile, refresh: refreshProfile } = createAdminQuery(
  ['profile'],
  async () => (await callAdmin(administrators.profile)).user,
)

export interface ProfileValues {
  [name: string]: string
  username: string
  email: string
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

/** What is wrong with a profile, before it is sent. Empty password fields mean that the password stays. */
export function checkProfile(values: ProfileValues): Refused<ProfileValues> {
  const { username, email, currentPassword, newPassword, confirmPassword } = values
  if (username.trim() === '') return { username: 'Username is required' }
  if (email.trim() === '') return { email: 'Email is required' }
  if (newPassword !== confirmPassword) return { confirmPassword: 'New passwords do not match' }
  if (newPassword && !currentPassword) {
    return { currentPassword: 'Current password is required to change password' }
  }
  return {}
}

/** An account as it was saved. A new password has ended all its sessions, this one included. */
export type SavedProfile = Administrator & { isSignedOut?: boolean }

/** The form of an administrator's own account. */
export const profileForm = ({
  username,
  email,
}: Administrator): FormOptions<ProfileValues, SavedProfile> => ({
  initial: {
    values: { username, email, currentPassword: '', newPassword: '', confirmPassword: '' },
    updatedAt: undefined,
  },
  check: checkProfile,
  save: async ({ confirmPassword: _confirmed, ...body }) => {
    const { user } = await callAdmin(administrators.updateProfile, { body })
    return { ...user, isSignedOut: body.newPassword !== '' }
  },
  failure: 'Failed to update profile',
})

/** Goes on as who was saved; after a new password by way of the login. */
export function syncProfile({ isSignedOut, ...user }: SavedProfile): void {
  if (isSignedOut) endAdminSession('Your password was changed. Please sign in with the new one.')
  else {
    adminSession.updateUser(user)
    refreshProfile()
  }
}
