/** How a holding becomes leaves: its parts, and the nonces that hide them. */
import { randomFillSync } from 'node:crypto'
import { CryptoHasher } from 'bun'

/** Leaves that a holding has at most. */
export const MOST_PARTS = 4
const NONCE_BYTES = 32
const POOL_BYTES = 65_536
const WORD_BYTES = 8
const WORD_BITS = 64n

/** Random bytes, fetched many at a time. */
export function createRandom(): (count: number) => Buffer {
  const pool = Buffer.allocUnsafe(POOL_BYTES)
  let used = POOL_BYTES
  return (count) => {
    if (used + count > POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
}

/** A nonce of padding: nobody asks for it again. */
export const paddingNonce = (random: ReturnType<typeof createRandom>): Buffer => random(NONCE_BYTES)

/** How many leaves a holding gets: one to four at random, and not more than it has millionths. */
export function drawParts(millionths: bigint, random: ReturnType<typeof createRandom>): number {
  const drawn = ((random(1)[0] as number) % MOST_PARTS) + 1
  return millionths < MOST_PARTS ? Math.min(drawn, Number(millionths)) : drawn
}

/** Splits millionths at random into so many parts; one can be zero, which is rare. */
export function splitHolding(
  millionths: bigint,
  count: number,
  random: ReturnType<typeof createRandom>,
): bigint[] {
  // From 0 to the last millionth, each as likely as the others but for one in 2^20 at most.
  const cuts = Array.from(
    { length: count - 1 },
    () => (random(WORD_BYTES).readBigUInt64BE() * (millionths + 1n)) >> WORD_BITS,
  ).sort((a, b) => (a < b ? -1 : 1))
  return [...cuts, millionths].map((cut, at) => cut - (at === 0 ? 0n : (cuts[at - 1] as bigint)))
}

/**
 * The nonce of a leaf: HMAC-SHA-256 over snapshot, holder, symbol and the number of the leaf among those of the holding.
 * A zero byte, which none of them contains, ends each.
 */
export const holderNonce = (
  key: Uint8Array,
  leaf: { snapshot: string; userId: number; symbol: string; part: number },
): Buffer =>
  new CryptoHasher('sha256', key)
    .update(`${leaf.snapshot}\0${leaf.userId}\0${leaf.symbol}\0${leaf.part}\0`)
    .digest()
