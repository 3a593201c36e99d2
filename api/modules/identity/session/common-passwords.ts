/** Passwords that are rejected although they follow the five rules, including the list of common ones. */
import { findService, provideServices } from '#common/service-container'
import { getPasswordRejection, isCommonPassword } from '#shared/password-blocklist'

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** The normalized forms of all common passwords; missing until the first new password. */
    commonPasswords: Promise<Set<string>>
  }
}

/** Loaded with the first new password: most server starts see none. */
function loadCommon(): Promise<Set<string>> {
  const loaded = findService('commonPasswords')
  if (loaded) return loaded
  const commonPasswords = import('#shared/common-passwords').then(({ loadCommonPasswordForms }) =>
    loadCommonPasswordForms(),
  )
  provideServices({ commonPasswords })
  return commonPasswords
}

/** Why a password of the account with this email is rejected; undefined if it is accepted. */
export const findPasswordRejection = async (password: string, email: string): Promise<string | undefined> =>
  getPasswordRejection(password, email, await loadCommon())

/** Whether a password is, or nearly is, a common or leaked one. */
export const isBlockedPassword = async (password: string): Promise<boolean> =>
  isCommonPassword(password, await loadCommon())
