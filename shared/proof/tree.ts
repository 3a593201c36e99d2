/**
 * A Merkle sum tree: each node holds a hash of its two children and the sum of their units, so that a root fixes every
 * holding below it and their total. Leaves and nodes start with different bytes (RFC 6962, section 2.1), so that no
 * node passes for a leaf. The layout is written down in `docs/proof-format.md`.
 */
import { joinBytes, readHash, toUint64, withLength } from './bytes.ts'

const LEAF = new Uint8Array([0x00])
const NODE = new Uint8Array([0x01])

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
  return joinBytes(LEAF, readHash(leaf.nonce), withLength(leaf.symbol), toUint64(leaf.units))
}

/** The bytes whose SHA-256 is a node: 0x01, left hash (32), left sum (8), right hash (32), right sum (8). */
export function nodeBytes(left: SumNode, right: SumNode): Uint8Array<ArrayBuffer> {
  return joinBytes(
    NODE,
    readHash(left.hash),
    toUint64(left.units),
    readHash(right.hash),
    toUint64(right.units),
  )
}
