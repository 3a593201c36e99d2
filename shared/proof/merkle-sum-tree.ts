/**
 * A Merkle sum tree: each node holds a hash of its two children and the sum of their units, so a root fixes every
 * holding below it and their total. Leaves and nodes start with different bytes (RFC 6962, section 2.1), so no node can
 * pass for a leaf. The layout is documented in `docs/proof-format.md`.
 */
import { joinBytes, lengthPrefixed, parseHash, toUint64 } from './byte-encoding.ts'

const LEAF = new Uint8Array([0x00])
const NODE = new Uint8Array([0x01])

/** Minimum leaves of a tree, so that a small number of holders stays private. */
export const LEAVES_MIN = 1024

export interface SumNode {
  /** SHA-256, hexadecimal. */
  hash: string
  /** Millionths of a unit. */
  units: bigint
}

/** The bytes whose SHA-256 is a leaf: 0x00, nonce (32), length of the symbol (1), symbol, millionths (8). */
export function leafBytes(leaf: { nonce: string; symbol: string; units: bigint }): Uint8Array<ArrayBuffer> {
  return joinBytes(LEAF, parseHash(leaf.nonce), lengthPrefixed(leaf.symbol), toUint64(leaf.units))
}

/** The bytes whose SHA-256 is a node: 0x01, left hash (32), left sum (8), right hash (32), right sum (8). */
export function nodeBytes(left: SumNode, right: SumNode): Uint8Array<ArrayBuffer> {
  return joinBytes(
    NODE,
    parseHash(left.hash),
    toUint64(left.units),
    parseHash(right.hash),
    toUint64(right.units),
  )
}
