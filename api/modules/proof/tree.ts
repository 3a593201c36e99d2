/**
 * Builds the tree over all holdings of a series, in memory that a million holders fit into: leaves as packed bytes,
 * ordered by their hash, and only every fifth level is kept. The levels between are computed again when a path is read.
 */
import { SHA256 } from 'bun'
import { LEAST_LEAVES } from '#shared/proof/tree'

/** Levels from one kept level to the next. */
export const BLOCK_LEVELS = 5
/** Nodes of a block: the lowest level of a subtree of five levels. */
export const BLOCK_NODES = 2 ** BLOCK_LEVELS
const HASH = 32
const SUM = 8
/** Bytes of a node in a block: its hash and its sum. */
export const NODE_BYTES = HASH + SUM
const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

/** SHA-256 of a leaf; see `leafBytes`, which this does without an object for each of four million leaves. */
export function hashLeaf(
  nonce: Uint8Array,
  symbol: Uint8Array,
  units: bigint,
  into: Uint8Array = new Uint8Array(HASH),
): Uint8Array {
  const bytes = Buffer.allocUnsafe(1 + HASH + 1 + symbol.length + SUM)
  bytes[0] = LEAF_PREFIX
  bytes.set(nonce, 1)
  bytes[1 + HASH] = symbol.length
  bytes.set(symbol, 2 + HASH)
  bytes.writeBigUInt64BE(units, 2 + HASH + symbol.length)
  SHA256.hash(bytes, into)
  return into
}

const pair = Buffer.alloc(1 + 2 * NODE_BYTES, NODE_PREFIX)

/** Writes the parent of two nodes, which lie side by side in `nodes` at `from`, to `to` of `into`. */
export function writeParent(nodes: Buffer, from: number, into: Buffer, to: number): void {
  nodes.copy(pair, 1, from, from + 2 * NODE_BYTES)
  SHA256.hash(pair, into.subarray(to, to + HASH))
  const sum = nodes.readBigUInt64BE(from + HASH) + nodes.readBigUInt64BE(from + NODE_BYTES + HASH)
  into.writeBigUInt64BE(sum, to + HASH)
}

/** The levels of a block from its nodes up: the last is its one root. */
export function levelsOf(block: Buffer): Buffer[] {
  const levels = [block]
  for (let below = block; below.length > NODE_BYTES; ) {
    const above = Buffer.allocUnsafe(below.length / 2)
    for (let at = 0; at < above.length; at += NODE_BYTES) writeParent(below, 2 * at, above, at)
    levels.push(above)
    below = above
  }
  return levels
}

/** Leaves of a tree: the next power of two, at least `LEAST_LEAVES`. */
export const paddedTo = (leaves: number): number =>
  Math.max(LEAST_LEAVES, 2 ** Math.ceil(Math.log2(Math.max(leaves, 1))))

export interface KeptBlock {
  /** Multiples of five, from the leaves up. */
  level: number
  /** Position among the blocks of its level. */
  number: number
  nodes: Buffer
}
