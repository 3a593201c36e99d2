/**
 * Evidence keys. Each file has a random key, which is stored encrypted with `EVIDENCE_KEY` (AES-256-GCM). The
 * authenticated data names the file and its owner: a key does not fit another file, nor a file another owner.
 */
import { randomBytes } from 'node:crypto'
import { createSealer, type Secrets } from '#common/sealer'
import { getService } from '#common/service-container'

export const ALGORITHM = 'aes-256-gcm'
export const NONCE_BYTES = 12
export const TAG_BYTES = 16
const KEY_BYTES = 32

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Keys that encrypt the evidence keys: the first encrypts, the others only decrypt older ones. */
    evidenceKeys: Secrets
  }
}

/** A file and its owner. */
export interface EvidenceFileId {
  userId: number
  filename: string
}

const contextOf = ({ userId, filename }: EvidenceFileId): string => `lodefield evidence ${userId} ${filename}`

/** What is authenticated together with the bytes of a file. */
export const getAuthenticatedData = (place: EvidenceFileId): Buffer => Buffer.from(contextOf(place))

export const generateFileKey = (): Buffer => randomBytes(KEY_BYTES)

const sealer = createSealer('keys of evidence', () => getService('evidenceKeys'))

/** Encrypts the key of a file with the newest of the configured keys. */
export const wrapKey = (key: Uint8Array, place: EvidenceFileId): string => sealer.seal(key, contextOf(place))

/** The key of a file, and the position of the configured key that fitted; undefined if none does. */
export function unwrapKey(
  wrapped: string,
  place: EvidenceFileId,
): { key: Buffer; wrappedBy: number } | undefined {
  const opened = sealer.open(wrapped, contextOf(place))
  return opened?.bytes.length === KEY_BYTES ? { key: opened.bytes, wrappedBy: opened.sealedBy } : undefined
}
