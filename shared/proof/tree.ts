/**
 * A Merkle sum tree: each node holds a hash of its two children and the sum of their units, so that a root fixes every
 * holding below it and their total. Leaves and nodes start with different bytes (RFC 6962, section 2.1), so that no
 * node passes for a leaf. The layout is written down in `docs/proof-format.md`.
 */
import { fromHex, joinBytes, toUint64 } from './bytes.ts'

const LEAF = new Uint8Array([0x00])
const NODE = new Uint8Array([0x01])
const NONCE_BYTES = 32
const HASH_BYTES = 32
const SYMBOL_MAX = 255

/** Leaves that a tree has at least, so that a small number of holders stays private. */
export const LEAST_LEAVES = 1024

export interface SumNode {
  /** SHA-256, hexadecimal. */
  hash: string
  /** Millionths of a unit. */
  units: bigint
}

/** The bytes whose SHA-256 is a leaf: 0x00, nonce (32), length of the symbol (1), symbol, millionths (8). */
export function leafBytes(leaf: { nonce: string; symbol: string; units: bigint }): Uint8Array<ArrayBuffer> {
  const nonce = fromHex(leaf.nonce)
  const symbol = new TextEncoder().encode(leaf.symbol)
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`A nonce has ${NONCE_BYTES} bytes`)
  if (symbol.length === 0 || symbol.length > SYMBOL_MAX) throw new RangeError('A symbol has 1 to 255 bytes')
  return joinBytes(LEAF, nonce, new Uint8Array([symbol.length]), symbol, toUint64(leaf.units))
}

/** The bytes whose SHA-256 is a node: 0x01, left hash (32), left sum (8), right hash (32), right sum (8). */
export function nodeBytes(left: SumNode, right: SumNode): Uint8Array<ArrayBuffer> {
  const [first, second] = [fromHex(left.hash), fromHex(right.hash)]
  if (first.length !== HASH_BYTES || second.length !== HASH_BYTES)
    throw new RangeError(`A hash has ${HASH_BYTES} bytes`)
  return joinBytes(NODE, first, toUint64(left.units), second, toUint64(right.units))
}
