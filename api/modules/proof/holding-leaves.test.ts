import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { toHex } from '#shared/sha256'
import { createNonces, createRandom, drawParts, MOST_PARTS, splitHolding } from './holding-leaves.ts'

const random = createRandom()

test('a nonce is the HMAC-SHA-256 of snapshot, holder, symbol and leaf', () => {
  const key = randomBytes(32)
  const nonceOf = createNonces(key, { snapshot: '2026-11-22.1', symbol: '$GOLD' })
  const expected = (userId: number, part: number) =>
    createHmac('sha256', key).update(`2026-11-22.1\0${userId}\0$GOLD\0${part}\0`).digest('hex')
  expect(toHex(nonceOf(7, 0))).toBe(expected(7, 0))
  expect(toHex(nonceOf(2_147_483_647, 3))).toBe(expected(2_147_483_647, 3))
  expect(toHex(nonceOf(71, 0))).not.toBe(
    toHex(createNonces(key, { snapshot: '2026-11-22.1', symbol: '$GOLD' })(7, 1)),
  )
})

test.each([1n, 2n, 3n, 12_500_000n, 999_999_999_999_999_999n])(
  'a holding of %d millionths is split at random and whole again',
  (millionths) => {
    const counts = new Set<number>()
    const splits = new Set<string>()
    for (let times = 0; times < 200; times++) {
      const count = drawParts(millionths, random)
      const parts = splitHolding(millionths, count, random)
      expect(parts).toHaveLength(count)
      expect(parts.every((part) => part >= 0n)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(millionths)
      counts.add(count)
      splits.add(parts.join())
    }
    const most = millionths < MOST_PARTS ? Number(millionths) : MOST_PARTS
    expect([...counts].sort()).toEqual(Array.from({ length: most }, (_, at) => at + 1))
    if (millionths > 1000n) expect(splits.size).toBeGreaterThan(100)
  },
)
