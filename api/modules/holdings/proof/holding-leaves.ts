/** How a holding becomes leaves: its parts, and the nonces that hide them. */
import { randomFillSync } from 'node:crypto'
import { SHA256 } from 'bun'
import { formatAccountNumber } from '#contract/identity/account-number'
import { HASH_BYTES } from './build-tree.ts'

/** Minimum leaves of a holding, unless it is one millionth: a neighbor's leaf is then never a whole holding. */
const LEAST_PARTS = 2
/** Maximum leaves of a holding. */
export const LEAVES_PER_HOLDING_MAX = 4
const POOL_BYTES = 65_536
const WORD_BYTES = 8
const WORD_BITS = 64n

export interface RandomSource {
  byte: () => number
  /** 64 bits. */
  word: () => bigint
  /** 32 bytes, valid until the next call: the nonce of padding, which is never needed again. */
  nonce: () => Uint8Array
}

/** Random values from bytes that are fetched many at a time, without an object for each. */
export function createRandomSource(): RandomSource {
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

/** Number of leaves of a holding: two to four at random, and not more than it has millionths. */
export function pickLeafCount(millionths: bigint, random: RandomSource): number {
  const drawn = LEAST_PARTS + (random.byte() % (LEAVES_PER_HOLDING_MAX - LEAST_PARTS + 1))
  return millionths < LEAVES_PER_HOLDING_MAX ? Math.min(drawn, Number(millionths)) : drawn
}

/**
 * Splits millionths at random into this many parts, of which there must be at most as many as millionths; none is zero.
 */
export function splitHolding(millionths: bigint, count: number, random: RandomSource): bigint[] {
  const free = millionths - BigInt(count)
  // From 0 to the last free millionth, each equally likely within one in 2^20.
  const cuts = Array.from({ length: count - 1 }, () => (random.word() * (free + 1n)) >> WORD_BITS).sort(
    (a, b) => (a < b ? -1 : 1),
  )
  return [...cuts, free].map((cut, at) => 1n + cut - (at === 0 ? 0n : (cuts[at - 1] as bigint)))
}

/** Bytes of a SHA-256 block, to which the key is padded. */
const BLOCK_BYTES = 64
/** Maximum length of a signed text: account, snapshot and symbol with their lengths, and a number. */
const TEXT_BYTES = 128

/**
 * HMAC-SHA-256, implemented here (RFC 2104: two hashes), because a library object for each of millions of leaves keeps
 * memory outside the heap until it is collected. Text is written to `message`; a result is valid until the next one.
 */
function createHmac() {
  const inner = Buffer.alloc(BLOCK_BYTES + TEXT_BYTES)
  const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES)
  const digest = new Uint8Array(HASH_BYTES)
  const result = new Uint8Array(HASH_BYTES)
  return {
    message: inner.subarray(BLOCK_BYTES),
    setKey(key: Uint8Array): void {
      for (let at = 0; at < BLOCK_BYTES; at++) {
        inner[at] = 0x36 ^ (key[at] ?? 0)
        outer[at] = 0x5c ^ (key[at] ?? 0)
      }
    },
    /** Over the first `length` bytes of the message. */
    sign(length: number): Uint8Array {
      SHA256.hash(inner.subarray(0, BLOCK_BYTES + length), digest)
      outer.set(digest, BLOCK_BYTES)
      SHA256.hash(outer, result)
      return result
    },
  }
}

export interface LeafNonces {
  /** Starts a holder. Returns the key that opens the leaves, valid until the next holder. */
  begin: (userId: number) => Uint8Array
  /** The nonce of one of that holder's leaves by number, from 0; valid until the next one. */
  nonce: (number: number) => Uint8Array
}

/**
 * Creates the nonces of the leaves of one series, see `nonceBytes`: a holder's key is HMAC-SHA-256 with the server's
 * key over snapshot, holder and symbol, each ended by a zero byte, which none of them contains.
 */
export function createLeafNonces(
  serverKey: Uint8Array,
  { snapshot, symbol }: { snapshot: string; symbol: string },
): LeafNonces {
  const [holders, leaves] = [createHmac(), createHmac()]
  holders.setKey(serverKey)
  let length = 0
  const add = (text: string) => {
    const written = leaves.message.write(text, length + 1)
    leaves.message[length] = written
    length += 1 + written
  }
  return {
    begin(userId) {
      const key = holders.sign(holders.message.write(`${snapshot}\0${userId}\0${symbol}\0`))
      leaves.setKey(key)
      length = 0
      add(formatAccountNumber(userId))
      add(snapshot)
      add(symbol)
      return key
    },
    nonce(number) {
      leaves.message[length] = number
      return leaves.sign(length + 1)
    },
  }
}
