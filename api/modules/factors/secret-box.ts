/** Encrypts the secrets of one-time codes and the input of proposals: a copy of the database alone makes no codes. */
import { partOf } from '#common/process-state'
import { createSealer, type Secrets } from '#common/sealer'

declare module '#common/process-state' {
  interface ProcessState {
    /** Encrypt secrets of second factors: the first encrypts, the others encrypted earlier ones. */
    factorKeys: Secrets
  }
}

const sealer = createSealer('secrets of one-time codes', () => partOf('factorKeys'))

/** Encrypts a text with the newest key; `context` names the account, and is needed to decrypt. */
export const encryptSecret = (text: string, context: string): string => sealer.seal(text, context)

/** Decrypts a text, or returns undefined when none of the keys fits it and its context. */
export const decryptSecret = (encrypted: string, context: string): string | undefined =>
  sealer.open(encrypted, context)?.bytes.toString('utf8')
