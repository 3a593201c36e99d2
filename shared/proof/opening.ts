/** What binds a leaf to its holder: its nonce is made of the number of the account, by a key that only the holder gets. */
import { toHex } from '#shared/sha256'
import { joinBytes, readHash, withLength } from './bytes.ts'

/** Shows for whom the leaves of a file were made. */
export interface Opening {
  /** The number of the account, as statements and certificates print it. */
  account: string
  /** The holder's key of each series in this snapshot, 32 bytes, hexadecimal. */
  keys: readonly { symbol: string; key: string }[]
}

/** The number of a leaf is one byte. */
const LAST_NUMBER = 255

/** What the nonce of a leaf is made of. */
export interface LeafName {
  account: string
  /** Id of the snapshot. */
  snapshot: string
  symbol: string
  /** Among the leaves of the holding, from 0. */
  number: number
}

/** The bytes whose HMAC is a nonce: account, snapshot and symbol, each after its length (1), and the number (1). */
export function nonceBytes({ account, snapshot, symbol, number }: LeafName): Uint8Array<ArrayBuffer> {
  if (number > LAST_NUMBER) throw new RangeError(`A holding has no leaf ${number}`)
  return joinBytes(...[account, snapshot, symbol].map(withLength), new Uint8Array([number]))
}

/** The nonce of a leaf, hexadecimal: HMAC-SHA-256. Throws a RangeError for a key or a text that is none of the format. */
export async function nonceOf(key: string, leaf: LeafName): Promise<string> {
  // With a fixed length, since HMAC takes a shorter key and the same one with zeros for one.
  const bytes = readHash(key)
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, nonceBytes(leaf))))
}
