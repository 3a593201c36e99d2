import { atom } from 'nanostores'

/** Normalized forms of the common passwords, once loaded. Until then only the server rejects them. */
export const $commonPasswords = atom<ReadonlySet<string> | undefined>()

let isLoading = false

/**
 * Loads the list (106 KB) once, when the first character of a new password is typed. If that fails, the next character
 * tries again.
 */
export async function loadCommonPasswords(): Promise<void> {
  if (isLoading || $commonPasswords.get()) return
  isLoading = true
  try {
    const response = await fetch('/common-passwords.txt', { priority: 'low' })
    if (response.ok) $commonPasswords.set(new Set((await response.text()).split('\n')))
  } catch {
    // The five rules still apply, and the server still rejects common passwords.
  } finally {
    isLoading = false
  }
}
