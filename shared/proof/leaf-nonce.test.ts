import { expect, test } from 'vitest'
import { computeNonce, nonceBytes } from './leaf-nonce.ts'

const leaf = { account: 'A-000123', snapshot: '2026-11-22', symbol: '$GOLD', number: 0 }

test('a holding has leaves up to number 255, which is one byte', () => {
  expect(nonceBytes({ ...leaf, number: 255 }).at(-1)).toBe(255)
  expect(() => nonceBytes({ ...leaf, number: 256 })).toThrow('The holding does not have a leaf 256')
})

test("a holder's key has 32 bytes, neither fewer nor more", async () => {
  expect(await computeNonce('0'.repeat(64), leaf)).toMatch(/^[0-9a-f]{64}$/)
  for (const key of ['0'.repeat(62), '0'.repeat(66)]) {
    await expect(computeNonce(key, leaf)).rejects.toThrow('is not 32 bytes in lower-case hexadecimal')
  }
})
