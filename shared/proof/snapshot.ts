/** A snapshot of all registers, as it is published, signed and chained. */
import { sha256 } from '#shared/sha256'
import { fromHex } from './bytes.ts'
import { isPublicKey } from './keys.ts'

export interface SnapshotSeries {
  symbol: string
  /** Root of the tree over all holdings. */
  root: string
  /** Sum of the tree, six decimals. */
  units_in_issue: string
  /** Of the attestation that binds; zero without one. */
  units_held: string
  /** Leaves of the tree, a power of two: real ones and padding. */
  leaves: number
  /** SHA-256 of the attestation's file; null without an attestation in force. */
  attestation_sha256: string | null
  /** Commitment to the hash of the newest entry of the register, see `heads.ts`; that hash, or empty, in older ones. */
  register_head: string
  /**
   * SHA-256 of the current version of every document on the page of the series, in ascending order, each once. Snapshots
   * from before documents were named do not have it.
   */
  documents_sha256?: readonly string[]
}

export interface Snapshot {
  /** `2026-11-22`, or `2026-11-22.2` for the second of a day. */
  id: string
  /** The moment it shows, ISO 8601 in UTC. */
  date: string
  series: readonly SnapshotSeries[]
  /** Commitment to the hash of the newest entry of the audit log; that hash, or empty, in older ones. */
  audit_head: string
  /** Hash of the snapshot before it; null for the first. */
  previous_hash: string | null
  /** Ed25519 over `snapshotBytes`, hexadecimal. */
  signature: string
}

/** JSON of RFC 8785: without spaces, and with the names of each object in the order of their UTF-16 code units. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`
}

/** What is signed and hashed: the JSON of RFC 8785 of everything but the signature, in UTF-8. */
export function snapshotBytes(
  snapshot: Omit<Snapshot, 'signature'> & { signature?: string },
): Uint8Array<ArrayBuffer> {
  const { signature: _, ...signed } = { signature: '', ...snapshot }
  return new TextEncoder().encode(canonical(signed))
}

/** A snapshot as it is published: JSON of RFC 8785 too, so that its bytes are the same wherever they are made. */
export const serialiseSnapshot = (snapshot: Snapshot): string => canonical(snapshot)

/** The hash by which the next snapshot names this one. */
export const hashSnapshot = (snapshot: Snapshot): Promise<string> => sha256(snapshotBytes(snapshot))

/**
 * Whether bytes were signed with the private half of a key; both are hexadecimal, of 64 and 32 bytes. Throws a
 * NotSupportedError in a browser without Ed25519: it cannot say that the signature is wrong.
 */
export async function isSignature(
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
    // A signature of another form, or a key that is no point.
    if (error instanceof RangeError || error instanceof DOMException) return false
    throw error
  }
}

/** Whether a snapshot was signed with the private half of a key, see {@link isSignature}. */
export const isSignedBy = (snapshot: Snapshot, publicKey: string): Promise<boolean> =>
  isSignature(snapshot.signature, snapshotBytes(snapshot), publicKey)
