import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatAccountNumber } from '#contract/identity/account-number'
import { computeNonce, nonceBytes } from '#shared/proof/leaf-nonce'
import { toHex } from '#shared/sha256'
import {
  createLeafNonces,
  createRandomSource,
  LEAVES_PER_HOLDING_MAX,
  pickLeafCount,
  splitHolding,
} from './holding-leaves.ts'

const random = createRandomSource()

test('a nonce is the HMAC-SHA-256 of account, snapshot, symbol and leaf, with a key of the holder', async () => {
  const serverKey = randomBytes(32)
  const names = { snapshot: '2026-11-22.1', symbol: '$GOLD-ÜBER' }
  const nonces = createLeafNonces(serverKey, names)
  for (const userId of [7, 71, 2_147_483_647]) {
    const key = toHex(nonces.begin(userId))
    expect(key).toBe(
      createHmac('sha256', serverKey).update(`2026-11-22.1\0${userId}\0$GOLD-ÜBER\0`).digest('hex'),
    )
    for (const number of [0, 3])
      expect(toHex(nonces.nonce(number))).toBe(
        await computeNonce(key, { account: formatAccountNumber(userId), number, ...names }),
      )
  }
})

test('the input of a nonce is unambiguous', () => {
  const bytes = (account: string, snapshot: string, symbol: string, number = 0) =>
    toHex(nonceBytes({ account, snapshot, symbol, number }))
  expect(bytes('A-000123', '2026-11-22', '$GOLD', 2)).toBe(
    `08${Buffer.from('A-000123').toString('hex')}0a${Buffer.from('2026-11-22').toString('hex')}05${Buffer.from('$GOLD').toString('hex')}02`,
  )
  const all = [
    bytes('A-1', '23', 'G'),
    bytes('A-12', '3', 'G'),
    bytes('A-1', '2', '3G'),
    bytes('A-1', '23', 'G', 1),
  ]
  expect(new Set(all).size).toBe(all.length)
  for (const wrong of ['', 'x'.repeat(256)]) expect(() => bytes(wrong, '2', 'G')).toThrow(RangeError)
})

test.each([1n, 2n, 3n, 12_500_000n, 999_999_999_999_999_999n])(
  'a holding of %d millionths is split at random and adds up again',
  (millionths) => {
    const counts = new Set<number>()
    const splits = new Set<string>()
    for (let times = 0; times < 200; times++) {
      const count = pickLeafCount(millionths, random)
      const parts = splitHolding(millionths, count, random)
      expect(parts).toHaveLength(count)
      expect(parts.every((part) => part >= 1n)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(millionths)
      counts.add(count)
      splits.add(parts.join())
    }
    const most = millionths < LEAVES_PER_HOLDING_MAX ? Number(millionths) : LEAVES_PER_HOLDING_MAX
    // At least two, if it has two millionths.
    const least = Math.min(2, most)
    expect([...counts].sort()).toEqual(Array.from({ length: most - least + 1 }, (_, at) => at + least))
    if (millionths > 1000n) expect(splits.size).toBeGreaterThan(100)
  },
)
