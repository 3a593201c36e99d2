/**
 * What binds a leaf to its holder: its nonce is derived from the account number with a key that only the holder gets.
 */
import { toHex } from '#shared/sha256'
import { joinBytes, lengthPrefixed, parseHash } from './byte-encoding.ts'

/** Shows whom the leaves of a file were made for. */
export interface Opening {
  /** The account number printed on statements and certificates. */
  account: string
  /** The holder's key for each series in this snapshot, 32 bytes, hexadecimal. */
  keys: readonly { symbol: string; key: string }[]
}

/** The number of a leaf is one byte. */
const LAST_NUMBER = 255

/** The inputs of a leaf's nonce. */
export interface LeafNonceInput {
  account: string
  /** Id of the snapshot. */
  snapshot: string
  symbol: string
  /** Index among the leaves of the holding, from 0. */
  number: number
}

/** The bytes whose HMAC is a nonce: account, snapshot and symbol, each after its length (1), and the number (1). */
export function nonceBytes({ account, snapshot, symbol, number }: LeafNonceInput): Uint8Array<ArrayBuffer> {
  if (number > LAST_NUMBER) throw new RangeError(`The holding does not have a leaf ${number}`)
  return joinBytes(...[account, snapshot, symbol].map(lengthPrefixed), new Uint8Array([number]))
}

/**
 * The nonce of a leaf, hexadecimal: HMAC-SHA-256. Throws a RangeError for a key or a text that is invalid in the
 * format.
 */
export async function computeNonce(key: string, leaf: LeafNonceInput): Promise<string> {
  // The length is fixed, since HMAC treats a shorter key like the same key padded with zeros.
  const bytes = parseHash(key)
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, nonceBytes(leaf))))
}
