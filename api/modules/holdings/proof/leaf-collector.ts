/** The leaves of one tree while it is built: packed, because a million holders have four million of them. */
import type { YieldToEventLoop } from '#common/cooperative-pause'
import { BLOCK_LEVELS, BLOCK_NODES, HASH_BYTES, NODE_BYTES, writeRoot } from './build-tree.ts'

/** Blocks that are passed on together. */
const BATCH_BLOCKS = 512
/** Leaves between two checks of the clock. */
const STRIDE = 1024
const WORD_BITS = 32

export interface StoredBlocks {
  /** Multiples of five, from the leaves up. */
  level: number
  /** Position of the first block among those of its level. */
  first: number
  /** Bytes of one block. */
  size: number
  /** Whole blocks, valid until the next ones are requested. */
  nodes: Buffer
}

/** Collects leaves in any order and yields the tree above them, ordered by hash. */
export class LeafCollector {
  readonly #hashes: Buffer
  readonly #units: BigUint64Array
  readonly #pause: YieldToEventLoop
  #count = 0

  /** `size` is the number of leaves including padding: a power of two. `pause` lets other work run. */
  constructor(size: number, pause: YieldToEventLoop) {
    this.#hashes = Buffer.allocUnsafe(size * HASH_BYTES)
    this.#units = new BigUint64Array(size)
    this.#pause = pause
  }

  get count(): number {
    return this.#count
  }

  /** Adds a leaf; its number is the position in the order of adding. */
  add(hash: Uint8Array, millionths: bigint): void {
    this.#hashes.set(hash, this.#count * HASH_BYTES)
    this.#units[this.#count] = millionths
    this.#count += 1
  }

  /**
   * Numbers of the leaves ordered by hash, in which neighbors say nothing about each other. A counting sort by the
   * first bits, which leaves about one leaf in each group, followed by an insertion sort of the groups.
   */
  async order(): Promise<Uint32Array> {
    const count = this.#count
    const bits = Math.max(1, Math.ceil(Math.log2(count)))
    const group = (leaf: number) => this.#hashes.readUInt32BE(leaf * HASH_BYTES) >>> (WORD_BITS - bits)
    const ends = new Uint32Array(2 ** bits)
    for (let leaf = 0; leaf < count; leaf++) {
      ends[group(leaf)] = (ends[group(leaf)] as number) + 1
      if (leaf % STRIDE === 0) await this.#pause()
    }
    for (let at = 1; at < ends.length; at++) {
      ends[at] = (ends[at] as number) + (ends[at - 1] as number)
      if (at % STRIDE === 0) await this.#pause()
    }
    const order = new Uint32Array(count)
    for (let leaf = count - 1; leaf >= 0; leaf--) {
      const at = (ends[group(leaf)] as number) - 1
      ends[group(leaf)] = at
      order[at] = leaf
      if (leaf % STRIDE === 0) await this.#pause()
    }
    for (let at = 1; at < count; at++) {
      const leaf = order[at] as number
      let to = at
      for (; to > 0 && this.#compare(order[to - 1] as number, leaf) > 0; to--)
        order[to] = order[to - 1] as number
      order[to] = leaf
      if (at % STRIDE === 0) await this.#pause()
    }
    return order
  }

  /** Compares two leaves by hash, without an object: it is called millions of times. */
  #compare(a: number, b: number): number {
    const hashes = this.#hashes
    const first = hashes.readUInt32BE(a * HASH_BYTES) - hashes.readUInt32BE(b * HASH_BYTES)
    if (first !== 0) return first
    return hashes.compare(hashes, b * HASH_BYTES, (b + 1) * HASH_BYTES, a * HASH_BYTES, (a + 1) * HASH_BYTES)
  }

  /** The kept levels of the tree in blocks, each after those below it; the last block holds the root alone. */
  async *blocks(order: Uint32Array): AsyncGenerator<StoredBlocks> {
    let below = Buffer.alloc(0)
    for (let [level, nodes] = [0, this.#count]; nodes > 1; level += BLOCK_LEVELS) {
      const size = Math.min(BLOCK_NODES, nodes) * NODE_BYTES
      const blocks = (nodes * NODE_BYTES) / size
      const above = Buffer.allocUnsafe(blocks * NODE_BYTES)
      const batch = Buffer.allocUnsafe(level === 0 ? Math.min(BATCH_BLOCKS, blocks) * size : 0)
      for (let first = 0; first < blocks; first += BATCH_BLOCKS) {
        const length = Math.min(BATCH_BLOCKS, blocks - first) * size
        const part =
          level === 0 ? batch.subarray(0, length) : below.subarray(first * size, first * size + length)
        if (level === 0) await this.#fill(part, order, (first * size) / NODE_BYTES)
        for (let at = 0; at < length; at += size) {
          writeRoot(part.subarray(at, at + size), above, (first + at / size) * NODE_BYTES)
          await this.#pause()
        }
        yield { level, first, size, nodes: part }
      }
      below = above
      nodes = blocks
      if (nodes === 1) yield { level: level + BLOCK_LEVELS, first: 0, size: NODE_BYTES, nodes: above }
    }
  }

  /** Writes leaves from a position in the order into `part`. */
  async #fill(part: Buffer, order: Uint32Array, from: number): Promise<void> {
    for (let at = 0; at < part.length; at += NODE_BYTES) {
      const leaf = order[from + at / NODE_BYTES] as number
      this.#hashes.copy(part, at, leaf * HASH_BYTES, (leaf + 1) * HASH_BYTES)
      part.writeBigUInt64BE(this.#units[leaf] as bigint, at + HASH_BYTES)
      if (leaf % STRIDE === 0) await this.#pause()
    }
  }
}
