/** Encrypts the secrets of one-time codes and the input of proposals: a copy of the database alone makes no codes. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { partOf } from '#common/process-state'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'secrets of one-time codes'

declare module '#common/process-state' {
  interface ProcessState {
    /** Encrypt secrets of second factors: the first encrypts, the others encrypted earlier ones. */
    factorKeys: readonly [string, ...string[]]
  }
}

const keyFrom = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), PURPOSE, 32))

/** Encrypts a text with the newest key; `context` names the account, and is needed to decrypt. */
export function encryptSecret(text: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFrom(partOf('factorKeys')[0]), nonce)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

function decryptWith(key: string, bytes: Buffer, context: string): string | undefined {
  const decipher = createDecipheriv(ALGORITHM, keyFrom(key), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Decrypts a text, or returns undefined when none of the keys fits it and its context. */
export function decryptSecret(encrypted: string, context: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  for (const key of partOf('factorKeys')) {
    const text = decryptWith(key, bytes, context)
    if (text !== undefined) return text
  }
  return undefined
}
