/** How a holding becomes leaves: its parts, and the nonces that hide them. */
import { randomFillSync } from 'node:crypto'
import { SHA256 } from 'bun'
import { HASH_BYTES } from './tree.ts'

/** Leaves that a holding has at most. */
export const MOST_PARTS = 4
const POOL_BYTES = 65_536
const WORD_BYTES = 8
const WORD_BITS = 64n

export interface Random {
  byte: () => number
  /** 64 bits. */
  word: () => bigint
  /** 32 bytes, valid until the next call: the nonce of padding, for which nobody asks again. */
  nonce: () => Uint8Array
}

/** Random values out of bytes that are fetched many at a time, without an object for each. */
export function createRandom(): Random {
  const pool = Buffer.allocUnsafe(POOL_BYTES)
  const nonce = new Uint8Array(HASH_BYTES)
  let used = POOL_BYTES
  const take = (count: number): number => {
    if (used + count > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    used += count
    return used - count
  }
  return {
    byte: () => pool.readUInt8(take(1)),
    word: () => pool.readBigUInt64BE(take(WORD_BYTES)),
    nonce: () => {
      const from = take(HASH_BYTES)
      pool.copy(nonce, 0, from, from + HASH_BYTES)
      return nonce
    },
  }
}

/** How many leaves a holding gets: one to four at random, and not more than it has millionths. */
export function drawParts(millionths: bigint, random: Random): number {
  const drawn = (random.byte() % MOST_PARTS) + 1
  return millionths < MOST_PARTS ? Math.min(drawn, Number(millionths)) : drawn
}

/** Splits millionths at random into so many parts; one can be zero, which is rare. */
export function splitHolding(millionths: bigint, count: number, random: Random): bigint[] {
  // From 0 to the last millionth, each as likely as the others but for one in 2^20 at most.
  const cuts = Array.from({ length: count - 1 }, () => (random.word() * (millionths + 1n)) >> WORD_BITS).sort(
    (a, b) => (a < b ? -1 : 1),
  )
  return [...cuts, millionths].map((cut, at) => cut - (at === 0 ? 0n : (cuts[at - 1] as bigint)))
}

/** Bytes of a block of SHA-256, to which the key is padded. */
const BLOCK_BYTES = 64
/** Longest text that a nonce is made of: snapshot, holder, symbol and number, each with a zero byte. */
const TEXT_BYTES = 128

/**
 * Makes the function for the nonces of leaves: HMAC-SHA-256 over snapshot, holder, symbol and the number of the leaf among
 * those of the holding. A zero byte, which none of them contains, ends each. The result is valid until the next call.
 *
 * HMAC is written out here (RFC 2104: two hashes), because an object of a library for each of millions of leaves keeps
 * memory outside of the heap until it is collected.
 */
export function createNonces(
  key: Uint8Array,
  { snapshot, symbol }: { snapshot: string; symbol: string },
): (userId: number, part: number) => Uint8Array {
  const inner = Buffer.alloc(BLOCK_BYTES + TEXT_BYTES)
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES)
  for (let at = 0; at < BLOCK_BYTES; at++) {
    inner[at] = 0x36 ^ (key[at] ?? 0)
    outer[at] = 0x5c ^ (key[at] ?? 0)
  }
  const digest = new Uint8Array(HASH_BYTES)
  const nonce = new Uint8Array(HASH_BYTES)
  return (userId, part) => {
    const length = inner.write(`${snapshot}\0${userId}\0${symbol}\0${part}\0`, BLOCK_BYTES)
    SHA256.hash(inner.subarray(0, BLOCK_BYTES + length), digest)
    outer.set(digest, BLOCK_BYTES)
    SHA256.hash(outer, nonce)
    return nonce
  }
}
