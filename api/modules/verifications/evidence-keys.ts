/**
 * Keys of evidence. Each file has a random key, which is stored encrypted by `EVIDENCE_KEY` (AES-256-GCM). What is
 * authenticated with it names the file and its owner: a key does not fit another file, nor a file another owner.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { partOf } from '#common/process-state'

export const ALGORITHM = 'aes-256-gcm'
export const NONCE_BYTES = 12
export const TAG_BYTES = 16
const KEY_BYTES = 32
const PURPOSE = 'keys of evidence'

declare module '#common/process-state' {
  interface ProcessState {
    /** Encrypt the keys of evidence: the first encrypts, the others encrypted earlier ones. */
    evidenceKeys: readonly [string, ...string[]]
  }
}

/** Which file of whom. */
export interface EvidencePlace {
  userId: number
  filename: string
}

/** What is authenticated together with the bytes of a file, and with its key. */
export const bindingOf = ({ userId, filename }: EvidencePlace): Buffer =>
  Buffer.from(`lodefield evidence ${userId} ${filename}`)

const derive = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), PURPOSE, KEY_BYTES))

export const newFileKey = (): Buffer => randomBytes(KEY_BYTES)

/** Encrypts the key of a file with the newest of the configured keys. */
export function wrapKey(key: Uint8Array, place: EvidencePlace): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, derive(partOf('evidenceKeys')[0]), nonce)
  cipher.setAAD(bindingOf(place))
  const body = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

function unwrapWith(secret: string, bytes: Buffer, place: EvidencePlace): Buffer | undefined {
  const decipher = createDecipheriv(ALGORITHM, derive(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(bindingOf(place))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** The key of a file, and the place of the configured key that fitted; undefined where none does. */
export function unwrapKey(
  wrapped: string,
  place: EvidencePlace,
): { key: Buffer; wrappedBy: number } | undefined {
  const bytes = Buffer.from(wrapped, 'base64url')
  if (bytes.length !== NONCE_BYTES + TAG_BYTES + KEY_BYTES) return undefined
  for (const [wrappedBy, secret] of partOf('evidenceKeys').entries()) {
    const key = unwrapWith(secret, bytes, place)
    if (key) return { key, wrappedBy }
  }
  return undefined
}
