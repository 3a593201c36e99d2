/** A snapshot of all registers, as it is published, signed and chained. */
import { sha256 } from '#shared/sha256'
import { fromHex } from './byte-encoding.ts'
import { isPublicKey } from './published-keys.ts'

export interface SnapshotSeries {
  symbol: string
  /** Root of the tree over all holdings. */
  root: string
  /** Sum of the tree, six decimals. */
  units_in_issue: string
  /** From the attestation in force; zero without one. */
  units_held: string
  /** Leaves of the tree, a power of two: real ones and padding. */
  leaves: number
  /** SHA-256 of the attestation's file; null without an attestation in force. */
  attestation_sha256: string | null
  /**
   * Commitment to the hash of the latest register entry, see `head-commitment.ts`; in older snapshots that hash itself,
   * or empty.
   */
  register_head: string
  /**
   * SHA-256 of the current version of every document on the series page, in ascending order, each once. Snapshots from
   * before documents were included do not have it.
   */
  documents_sha256?: readonly string[]
}

export interface Snapshot {
  /** `2026-11-22`, or `2026-11-22.2` for the second manual one of a day. */
  id: string
  /** The time of the recorded state, ISO 8601 in UTC. */
  date: string
  series: readonly SnapshotSeries[]
  /** Commitment to the hash of the latest audit log entry; in older snapshots that hash itself, or empty. */
  audit_head: string
  /** Hash of the previous snapshot; null for the first. */
  previous_hash: string | null
  /** Ed25519 over `snapshotBytes`, hexadecimal. */
  signature: string
}

/** RFC 8785 JSON: without spaces, and with the names of each object ordered by UTF-16 code units. */
export function toRfc8785Json(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toRfc8785Json).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toRfc8785Json(field)}`).join()}}`
}

/** What is signed and hashed: the RFC 8785 JSON of everything except the signature, in UTF-8. */
export function snapshotBytes(
  snapshot: Omit<Snapshot, 'signature'> & { signature?: string },
): Uint8Array<ArrayBuffer> {
  const { signature: _, ...signed } = { signature: '', ...snapshot }
  return new TextEncoder().encode(toRfc8785Json(signed))
}

/** A snapshot as published: also RFC 8785 JSON, so that its bytes are the same wherever they are produced. */
export const serializeSnapshot = (snapshot: Snapshot): string => toRfc8785Json(snapshot)

/** The hash by which the next snapshot refers to this one. */
export const hashSnapshot = (snapshot: Snapshot): Promise<string> => sha256(snapshotBytes(snapshot))

/**
 * Whether bytes were signed with the private half of a key; both are hexadecimal, of 64 and 32 bytes. Throws a
 * NotSupportedError in a browser without Ed25519, which cannot tell whether the signature is wrong.
 */
export async function verifySignature(
  signature: string,
  bytes: Uint8Array<ArrayBuffer>,
  publicKey: string,
): Promise<boolean> {
  if (!isPublicKey(publicKey)) return false
  try {
    const key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, fromHex(signature), bytes)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw error
    // A signature of another form, or a key that is not a point.
    if (error instanceof RangeError || error instanceof DOMException) return false
    throw error
  }
}

/** Whether a snapshot was signed with the private half of a key, see {@link verifySignature}. */
export const isSnapshotSignedBy = (snapshot: Snapshot, publicKey: string): Promise<boolean> =>
  verifySignature(snapshot.signature, snapshotBytes(snapshot), publicKey)
