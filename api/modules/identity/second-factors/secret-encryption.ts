/**
 * Encrypts authenticator app secrets and the input of approval requests: a copy of the database alone yields no codes.
 */

import { createSealer, type Secrets } from '#common/sealer'
import { getService } from '#common/service-container'

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Keys for second factor secrets: the first encrypts, the others only decrypt older values. */
    factorKeys: Secrets
  }
}

const sealer = createSealer('secrets of one-time codes', () => getService('factorKeys'))

/** Encrypts a text with the newest key; `context` names the account, and is needed to decrypt. */
export const encryptSecret = (text: string, context: string): string => sealer.seal(text, context)

/** Decrypts a text, or returns undefined when none of the keys fits it and its context. */
export const decryptSecret = (encrypted: string, context: string): string | undefined =>
  sealer.open(encrypted, context)?.bytes.toString('utf8')
