import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $commonPasswords, loadCommonPasswords } from '#core/security/common-passwords'
import { findPasswordRejection } from '#core/security/new-password'

/** Why the new password of the account with this email will be rejected, while typing. Loads the list it needs. */
export function usePasswordRejection(password: string, email: string): string | undefined {
  const isTyped = password !== ''
  useEffect(() => {
    if (isTyped) void loadCommonPasswords()
  }, [isTyped])
  // Rerendered once the list has loaded.
  useStore($commonPasswords)
  return findPasswordRejection(password, email)
}
