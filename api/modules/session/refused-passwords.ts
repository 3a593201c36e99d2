/** The passwords that are refused although they follow the five rules, with the list of common ones. */
import { findPart, provide } from '#common/process-state'
import { explainRefusal, isCommon } from '#shared/refused-passwords'

declare module '#common/process-state' {
  interface ProcessState {
    /** The compared forms of all common passwords; missing until the first new password. */
    commonPasswords: Promise<Set<string>>
  }
}

/** Loaded with the first new password: most starts of the server see none. */
function loadCommon(): Promise<Set<string>> {
  const loaded = findPart('commonPasswords')
  if (loaded) return loaded
  const commonPasswords = import('#shared/common-passwords').then(({ readCommonForms }) => readCommonForms())
  provide({ commonPasswords })
  return commonPasswords
}

/** Why a password of the account with this email is refused; undefined for one that is taken. */
export const findRefusal = async (password: string, email: string): Promise<string | undefined> =>
  explainRefusal(password, email, await loadCommon())

/** Whether a password is a common or leaked one, or nearly. */
export const isRefused = async (password: string): Promise<boolean> => isCommon(password, await loadCommon())
