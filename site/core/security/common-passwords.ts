import { atom } from 'nanostores'

/** The compared forms of the common passwords, once they are loaded. Until then the server alone refuses those. */
export const $commonPasswords = atom<ReadonlySet<string> | undefined>()

let isLoading = false

/** Loads the list, 106 KB, once: with the first character of a new password. Where that fails, the next one tries again. */
export async function loadCommonPasswords(): Promise<void> {
  if (isLoading || $commonPasswords.get()) return
  isLoading = true
  try {
    const response = await fetch('/common-passwords.txt', { priority: 'low' })
    if (response.ok) $commonPasswords.set(new Set((await response.text()).split('\n')))
  } catch {
    // The five rules still work, and the server still refuses.
  } finally {
    isLoading = false
  }
}
