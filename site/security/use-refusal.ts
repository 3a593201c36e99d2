import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $commonPasswords, loadCommonPasswords } from '#core/security/common-passwords'
import { findRefusal } from '#core/security/new-password'

/** Why the new password of the account with this email will be refused, while it is typed. Loads the list it needs. */
export function useRefusal(password: string, email: string): string | undefined {
  const isTyped = password !== ''
  useEffect(() => {
    if (isTyped) void loadCommonPasswords()
  }, [isTyped])
  // Rendered again once the list is there.
  useStore($commonPasswords)
  return findRefusal(password, email)
}
