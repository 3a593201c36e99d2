/** How a holding becomes leaves: its parts, and the nonces that hide them. */
import { randomFillSync } from 'node:crypto'
import { SHA256 } from 'bun'
import { accountNumber } from '#contract/account-number'
import { HASH_BYTES } from './tree.ts'

/** Leaves that a holding has at least, unless it is one millionth: a neighbour's leaf is then never a whole holding. */
const LEAST_PARTS = 2
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

/** How many leaves a holding gets: two to four at random, and not more than it has millionths. */
export function drawParts(millionths: bigint, random: Random): number {
  const drawn = LEAST_PARTS + (random.byte() % (MOST_PARTS - LEAST_PARTS + 1))
  return millionths < MOST_PARTS ? Math.min(drawn, Number(millionths)) : drawn
}

/** Splits millionths at random into so many parts, of which there are as many millionths at least; none is zero. */
export function splitHolding(millionths: bigint, count: number, random: Random): bigint[] {
  const free = millionths - BigInt(count)
  // From 0 to the last free millionth, each as likely as the others but for one in 2^20 at most.
  const cuts = Array.from({ length: count - 1 }, () => (random.word() * (free + 1n)) >> WORD_BITS).sort(
    (a, b) => (a < b ? -1 : 1),
  )
  return [...cuts, free].map((cut, at) => 1n + cut - (at === 0 ? 0n : (cuts[at - 1] as bigint)))
}

/** Bytes of a block of SHA-256, to which the key is padded. */
const BLOCK_BYTES = 64
/** Longest text that is signed: account, snapshot and symbol with their lengths, and a number. */
const TEXT_BYTES = 128

/**
 * HMAC-SHA-256, written out (RFC 2104: two hashes), because an object of a library for each of millions of leaves keeps
 * memory outside of the heap until it is collected. Text is written to `message`; a result is valid until the next one.
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
    /** Of the first `length` bytes of the message. */
    sign(length: number): Uint8Array {
      SHA256.hash(inner.subarray(0, BLOCK_BYTES + length), digest)
      outer.set(digest, BLOCK_BYTES)
      SHA256.hash(outer, result)
      return result
    },
  }
}

export interface Nonces {
  /** Begins with a holder. Returns the key that opens the leaves, valid until the next holder. */
  begin: (userId: number) => Uint8Array
  /** The nonce of a leaf of that holder by its number, from 0; valid until the next one. */
  nonce: (number: number) => Uint8Array
}

/**
 * Makes the nonces of the leaves of one series, see `nonceBytes`: the key of a holder is HMAC-SHA-256 with the key of the
 * server over snapshot, holder and symbol, of which a zero byte, which none of them contains, ends each.
 */
export function createNonces(
  serverKey: Uint8Array,
  { snapshot, symbol }: { snapshot: string; symbol: string },
): Nonces {
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
      add(accountNumber(userId))
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
