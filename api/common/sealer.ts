/**
 * Encrypts stored data with keys that the database does not have (AES-256-GCM). Sealed values are authenticated
 * together with a context, so they do not fit another row.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Configured secrets: the first one seals; the others only open older values. */
export type Secrets = readonly [string, ...string[]]

export interface Opened {
  bytes: Buffer
  /** Index of the secret that fitted: 0 for the current one. */
  sealedBy: number
}

/** Seals and opens values for one `purpose`; each purpose gets its own key from a secret. */
export function createSealer(purpose: string, secrets: () => Secrets) {
  const keyFrom = (secret: string) =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, KEY_BYTES))

  function openWith(secret: string, sealed: Buffer, context: string): Buffer | undefined {
    const decipher = createDecipheriv(ALGORITHM, keyFrom(secret), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    } catch {
      return undefined
    }
  }

  return {
    /** Seals with the current secret; `context` is needed to open it. */
    seal(content: string | Uint8Array, context: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, keyFrom(secrets()[0]), nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },

    /** Opens a sealed value; undefined when no secret fits it and its context. */
    open(sealed: string, context: string): Opened | undefined {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      for (const [sealedBy, secret] of secrets().entries()) {
        const opened = openWith(secret, bytes, context)
        if (opened) return { bytes: opened, sealedBy }
      }
      return undefined
    },
  }
}
