import { administrators } from '#contract/identity/admin-account'
import type { Administrator } from '#contract/identity/session'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import type { FieldErrors } from '#core/form/form'
import type { RowFormOptions } from '#core/form/row-form'
import { adminSession, endAdminSession } from '#core/session/admin-session'

/** The profile from the server; the copy stored in the browser may be older. */
export const { $view: $profile, refresh: refreshProfile } = createAdminQuery(
  ['profile'],
  async () => (await callAdminApi(administrators.getProfile)).user,
)

export interface ProfileValues {
  [name: string]: string
  username: string
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

/** Validates a profile before it is sent. Empty password fields leave the password unchanged. */
export function validateProfile(values: ProfileValues): FieldErrors<ProfileValues> {
  const { username, currentPassword, newPassword, confirmPassword } = values
  if (username.trim() === '') return { username: 'Username is required' }
  if (newPassword !== confirmPassword) return { confirmPassword: 'New passwords do not match' }
  if (newPassword && !currentPassword) {
    return { currentPassword: 'Current password is required to change password' }
  }
  return {}
}

/** A stored account. A new password has ended all its sessions, including this one. */
export type SavedProfile = Administrator & { isSignedOut?: boolean }

/** The form of the administrator's own account. */
export const createAdminProfileForm = ({
  username,
}: Administrator): RowFormOptions<ProfileValues, SavedProfile> => ({
  initial: {
    values: { username, currentPassword: '', newPassword: '', confirmPassword: '' },
    updatedAt: undefined,
  },
  check: validateProfile,
  save: async ({ confirmPassword: _confirmed, ...body }) => {
    const { user } = await callAdminApi(administrators.updateProfile, { body })
    return { ...user, isSignedOut: body.newPassword !== '' }
  },
  failure: 'Failed to update profile',
})

/** Updates the session to the stored account; after a password change, redirects to the sign-in page. */
export function syncProfile({ isSignedOut, ...user }: SavedProfile): void {
  if (isSignedOut) endAdminSession('Your password was changed. Please sign in with the new one.')
  else {
    adminSession.updateUser(user)
    refreshProfile()
  }
}
