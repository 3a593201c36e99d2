/** Evidence files on disk: a nonce, the encrypted bytes, and the tag that authenticates them (AES-256-GCM). */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileEncryption } from '#common/file-types'
import {
  ALGORITHM,
  type EvidenceFileId,
  generateFileKey,
  getAuthenticatedData,
  NONCE_BYTES,
  TAG_BYTES,
  unwrapKey,
  wrapKey,
} from './evidence-keys.ts'

/** Leading and trailing bytes used to detect a file's type. */
const HEAD_BYTES = 4_100
const TAIL_BYTES = 1_024

/** Names of evidence files in storage. */
export const EVIDENCE_PREFIX = 'evidence-'

export interface EvidenceEncryption extends FileEncryption {
  filename: string
  /** The key of the file, encrypted, for its row. */
  wrappedKey: string
  /** The first and the last bytes that have passed, which are never written to disk. */
  head: () => Uint8Array
  tail: () => Uint8Array
  /** The bytes of the written file, decrypted, for the scanner. */
  read: (path: string) => AsyncIterable<Uint8Array>
}

/** Encrypts a file while it arrives: no plain byte of it reaches the disk. */
export function createEvidenceEncryption(userId: number): EvidenceEncryption {
  const place: EvidenceFileId = { userId, filename: `${EVIDENCE_PREFIX}${randomUUID()}.bin` }
  const key = generateFileKey()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  cipher.setAAD(getAuthenticatedData(place))
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  return {
    filename: place.filename,
    wrappedKey: wrapKey(key, place),
    head: () => head,
    tail: () => tail,
    begin: () => nonce,
    update(chunk) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      tail = Buffer.concat([tail, chunk.subarray(Math.max(0, chunk.length - TAIL_BYTES))]).subarray(
        -TAIL_BYTES,
      )
      return cipher.update(chunk)
    },
    end: () => Buffer.concat([cipher.final(), cipher.getAuthTag()]),
    read: (path) => readSealed(path, key, place),
  }
}

/**
 * The decrypted bytes of a file written by this process. Its tag is checked at the end: throws if the disk has changed
 * it.
 */
async function* readSealed(path: string, key: Buffer, place: EvidenceFileId): AsyncIterable<Uint8Array> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const nonce = Buffer.alloc(NONCE_BYTES)
    const tag = Buffer.alloc(TAG_BYTES)
    await handle.read(nonce, 0, NONCE_BYTES, 0)
    await handle.read(tag, 0, TAG_BYTES, size - TAG_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(getAuthenticatedData(place))
    decipher.setAuthTag(tag)
    const last = size - TAG_BYTES - 1
    if (last >= NONCE_BYTES) {
      for await (const chunk of createReadStream(path, { start: NONCE_BYTES, end: last })) {
        yield decipher.update(chunk as Buffer)
      }
    }
    decipher.final()
  } finally {
    await handle.close()
  }
}

/**
 * Decrypts a stored file as a whole, so that no byte leaves before all are authenticated. Returns undefined if the key
 * does not fit, or the bytes, the file or its owner are not those that were encrypted.
 */
export function decryptFile(
  sealed: Uint8Array,
  wrappedKey: string,
  place: EvidenceFileId,
): Uint8Array<ArrayBuffer> | undefined {
  const unwrapped = unwrapKey(wrappedKey, place)
  if (!unwrapped || sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, unwrapped.key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(getAuthenticatedData(place))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  try {
    const body = decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES))
    decipher.final()
    return new Uint8Array(body)
  } catch {
    return undefined
  }
}

/** A sealed copy of bytes, for seeds and tests. */
export function encryptBytes(bytes: Uint8Array, userId: number) {
  const seal = createEvidenceEncryption(userId)
  const body = seal.update(bytes)
  const sealed = Buffer.concat([seal.begin(), body, seal.end()])
  return { filename: seal.filename, wrappedKey: seal.wrappedKey, sealed }
}
