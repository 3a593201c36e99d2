/** The signing keys, as published with the days of the snapshots that each of them signed. */

/** The contents of `/.well-known/lodefield-proof.json`. Days are in UTC, the last one included. */
export interface PublishedKeyFile {
  algorithm: string
  /** The current signing key, hexadecimal. */
  public_key: string
  /** Day of its first snapshot; null if it has not signed any yet. */
  valid_from: string | null
  /** Previous signing keys; without days if a key signed no snapshot. */
  earlier_keys: readonly { public_key: string; valid_from: string | null; valid_until: string | null }[]
}

/** A key to compare with: a published one with its days, or one entered by the reader. */
export interface KnownKey {
  key: string
  /** The days of its snapshots, as text; undefined if unknown. */
  days?: { from: string; until: string } | undefined
}

/** As text, before and after every day. */
const BEFORE_ALL = '0000-00-00'
const LAST_DAY = '9999-99-98'
const AFTER_ALL = '9999-99-99'

/** The published keys, the current one first. */
export const listKeys = ({ public_key, valid_from, earlier_keys }: PublishedKeyFile): KnownKey[] => [
  // A key without a first day signed no snapshot: none of them is its own.
  { key: public_key, days: { from: valid_from ?? AFTER_ALL, until: LAST_DAY } },
  ...earlier_keys.map((earlier) => ({
    key: earlier.public_key,
    days: { from: earlier.valid_from ?? AFTER_ALL, until: earlier.valid_until ?? BEFORE_ALL },
  })),
]

/** Whether a list contains a key twice, which would make its days ambiguous. */
export const hasDuplicateKey = (keys: readonly KnownKey[]): boolean =>
  new Set(keys.map(({ key }) => key)).size < keys.length

/** 2^255 − 19, the upper bound of a point's coordinate. */
const FIELD = 2n ** 255n - 19n
/**
 * Coordinates of the points of small order, with which anyone can sign anything (RFC 8032 leaves them to the
 * implementation): of order 1, 2, 4, and two of order 8.
 */
const SMALL_ORDER = new Set([
  1n,
  FIELD - 1n,
  0n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
])

/**
 * Whether text is an Ed25519 public key: 32 bytes in lower-case hexadecimal, a canonically encoded point of large
 * order.
 */
export function isPublicKey(text: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(text)) return false
  const reversed = text.match(/../g)?.reverse().join('') ?? ''
  // The highest bit is the sign of the other coordinate.
  const coordinate = BigInt(`0x${reversed}`) & (2n ** 255n - 1n)
  return coordinate < FIELD && !SMALL_ORDER.has(coordinate)
}

export const INVALID_KEY_MESSAGE =
  'A public key is a 32-byte Ed25519 key, written as 64 hexadecimal digits. Not every such value is a valid key.'
