import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('hashes as the example of FIPS 180-4 does', async () => {
  expect(await sha256(new TextEncoder().encode('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
