/**
 * Builds the tree over all holdings of a series in memory that a million holders fit into: nodes are packed bytes, and
 * only every fifth level is kept. The levels in between are recalculated when a path is read.
 */
import { SHA256 } from 'bun'
import { LEAVES_MIN } from '#shared/proof/merkle-sum-tree'

/** Levels from one kept level to the next. */
export const BLOCK_LEVELS = 5
/** Nodes of a block: the lowest level of a subtree of five levels. */
export const BLOCK_NODES = 2 ** BLOCK_LEVELS
export const HASH_BYTES = 32
const SUM_BYTES = 8
/** Bytes of a node: its hash and its sum. */
export const NODE_BYTES = HASH_BYTES + SUM_BYTES
const LEAF_PREFIX = 0x00
const NODE_PREFIX = 0x01

/**
 * Creates the function that hashes leaves of one symbol; see `leafBytes`, which it replaces without allocating an
 * object for each of four million leaves. The result is valid until the next call.
 */
export function createLeafHasher(symbol: string): (nonce: Uint8Array, millionths: bigint) => Uint8Array {
  const name = new TextEncoder().encode(symbol)
  const bytes = Buffer.alloc(1 + HASH_BYTES + 1 + name.length + SUM_BYTES, LEAF_PREFIX)
  bytes[1 + HASH_BYTES] = name.length
  bytes.set(name, 2 + HASH_BYTES)
  const hash = new Uint8Array(HASH_BYTES)
  return (nonce, millionths) => {
    bytes.set(nonce, 1)
    bytes.writeBigUInt64BE(millionths, 2 + HASH_BYTES + name.length)
    SHA256.hash(bytes, hash)
    return hash
  }
}

const pair = Buffer.alloc(1 + 2 * NODE_BYTES, NODE_PREFIX)
const parentHash = new Uint8Array(HASH_BYTES)

/** Writes the parent of two nodes, adjacent in `nodes` at `from`, to `to` of `into`. */
function writeParent(nodes: Buffer, from: number, into: Buffer, to: number): void {
  nodes.copy(pair, 1, from, from + 2 * NODE_BYTES)
  const sum = nodes.readBigUInt64BE(from + HASH_BYTES) + nodes.readBigUInt64BE(from + NODE_BYTES + HASH_BYTES)
  SHA256.hash(pair, parentHash)
  into.set(parentHash, to)
  into.writeBigUInt64BE(sum, to + HASH_BYTES)
}

/** The levels of a block from its nodes up: the last is its root. */
export function getBlockLevels(block: Buffer): Buffer[] {
  const levels = [block]
  for (let below = block; below.length > NODE_BYTES; ) {
    const above = Buffer.allocUnsafe(below.length / 2)
    for (let at = 0; at < above.length; at += NODE_BYTES) writeParent(below, 2 * at, above, at)
    levels.push(above)
    below = above
  }
  return levels
}

const scratch = Buffer.alloc(BLOCK_NODES * NODE_BYTES)

/** Writes the root of a block to `to` of `into`. */
export function writeRoot(block: Buffer, into: Buffer, to: number): void {
  block.copy(scratch)
  // In place: a parent is written over its first child or an earlier one.
  for (let width = block.length; width > NODE_BYTES; width /= 2)
    for (let at = 0; at < width / 2; at += NODE_BYTES) writeParent(scratch, 2 * at, scratch, at)
  scratch.copy(into, to, 0, NODE_BYTES)
}

/** Leaves of a tree: the next power of two, at least `LEAVES_MIN`. */
export const getPaddedLeafCount = (leaves: number): number =>
  Math.max(LEAVES_MIN, 2 ** Math.ceil(Math.log2(Math.max(leaves, 1))))
