/** The leaves of one tree while it is built: packed, because a million holders make four million of them. */
import { BLOCK_LEVELS, BLOCK_NODES, type KeptBlock, levelsOf, NODE_BYTES } from './tree.ts'

const HASH = 32
/** Bytes of a hash that a number holds exactly. */
const PREFIX = 6

/** Collects leaves in any order and yields the tree above them in the order of their hashes. */
export class Leaves {
  readonly #hashes: Buffer
  readonly #units: BigUint64Array
  #count = 0

  /** `size` is the number of leaves, padding included: a power of two. */
  constructor(size: number) {
    this.#hashes = Buffer.allocUnsafe(size * HASH)
    this.#units = new BigUint64Array(size)
  }

  /** Adds a leaf; its number is the position in the order of adding. */
  add(hash: Uint8Array, units: bigint): void {
    this.#hashes.set(hash, this.#count * HASH)
    this.#units[this.#count] = units
    this.#count += 1
  }

  /** Numbers of the leaves in the order of their hashes, in which neighbours say nothing about each other. */
  order(): Uint32Array {
    const hashes = this.#hashes
    const prefixes = new Float64Array(this.#count)
    for (let leaf = 0; leaf < this.#count; leaf++) prefixes[leaf] = hashes.readUIntBE(leaf * HASH, PREFIX)
    const compareAll = (a: number, b: number) =>
      hashes.compare(hashes, b * HASH, (b + 1) * HASH, a * HASH, (a + 1) * HASH)
    return Uint32Array.from({ length: this.#count }, (_, leaf) => leaf).sort(
      (a, b) => (prefixes[a] as number) - (prefixes[b] as number) || compareAll(a, b),
    )
  }

  /** The kept levels of the tree in blocks, each after those below it; the last block holds the root alone. */
  *blocks(order: Uint32Array): Generator<KeptBlock> {
    let level = 0
    let nodes = this.#count
    let read = (at: number, into: Buffer, to: number) => {
      const leaf = order[at] as number
      this.#hashes.copy(into, to, leaf * HASH, (leaf + 1) * HASH)
      into.writeBigUInt64BE(this.#units[leaf] as bigint, to + HASH)
    }
    while (nodes > 1) {
      const size = Math.min(BLOCK_NODES, nodes)
      const above = Buffer.allocUnsafe((nodes / size) * NODE_BYTES)
      for (let number = 0; number < nodes / size; number++) {
        const block = Buffer.allocUnsafe(size * NODE_BYTES)
        for (let at = 0; at < size; at++) read(number * size + at, block, at * NODE_BYTES)
        yield { level, number, nodes: block }
        levelsOf(block)
          .at(-1)
          ?.copy(above, number * NODE_BYTES)
      }
      nodes /= size
      level += BLOCK_LEVELS
      read = (at, into, to) => above.copy(into, to, at * NODE_BYTES, (at + 1) * NODE_BYTES)
    }
    const root = Buffer.allocUnsafe(NODE_BYTES)
    read(0, root, 0)
    yield { level, number: 0, nodes: root }
  }
}
