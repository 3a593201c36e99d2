/**
 * Keys of evidence. Each file has a random key, which is stored encrypted by `EVIDENCE_KEY` (AES-256-GCM). What is
 * authenticated with it names the file and its owner: a key does not fit another file, nor a file another owner.
 */
import { randomBytes } from 'node:crypto'
import { partOf } from '#common/process-state'
import { createSealer, type Secrets } from '#common/sealer'

export const ALGORITHM = 'aes-256-gcm'
export const NONCE_BYTES = 12
export const TAG_BYTES = 16
const KEY_BYTES = 32

declare module '#common/process-state' {
  interface ProcessState {
    /** Encrypt the keys of evidence: the first encrypts, the others encrypted earlier ones. */
    evidenceKeys: Secrets
  }
}

/** Which file of whom. */
export interface EvidencePlace {
  userId: number
  filename: string
}

const contextOf = ({ userId, filename }: EvidencePlace): string => `lodefield evidence ${userId} ${filename}`

/** What is authenticated together with the bytes of a file. */
export const bindingOf = (place: EvidencePlace): Buffer => Buffer.from(contextOf(place))

export const newFileKey = (): Buffer => randomBytes(KEY_BYTES)

const sealer = createSealer('keys of evidence', () => partOf('evidenceKeys'))

/** Encrypts the key of a file with the newest of the configured keys. */
export const wrapKey = (key: Uint8Array, place: EvidencePlace): string => sealer.seal(key, contextOf(place))

/**
 * The key of a file, and the position of the configured key that fitted; undefined where none does.
 */
export function unwrapKey(
  wrapped: string,
  place: EvidencePlace,
): { key: Buffer; wrappedBy: number } | undefined {
  const opened = sealer.open(wrapped, contextOf(place))
  return opened?.bytes.length === KEY_BYTES ? { key: opened.bytes, wrappedBy: opened.sealedBy } : undefined
}
