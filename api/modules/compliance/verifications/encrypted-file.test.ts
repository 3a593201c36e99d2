import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { provideServices } from '#common/service-container'
import { decryptFile, encryptBytes } from './encrypted-file.ts'
import { unwrapKey, wrapKey } from './evidence-keys.ts'

const [OLD, NEW] = ['old-key-of-evidence-0123456789-abcdef', 'new-key-of-evidence-0123456789-abcdef']
const bytes = randomBytes(100_000)

beforeEach(() => provideServices({ evidenceKeys: [OLD] }))

test('opens what it sealed, and shows nothing of it', () => {
  const { sealed, filename, wrappedKey } = encryptBytes(bytes, 7)
  expect(sealed.length).toBe(bytes.length + 28)
  expect(sealed.includes(bytes.subarray(0, 32))).toBe(false)
  expect(decryptFile(sealed, wrappedKey, { userId: 7, filename })).toEqual(new Uint8Array(bytes))
})

test('each file has a key of its own', () => {
  const [one, other] = [encryptBytes(bytes, 7), encryptBytes(bytes, 7)]
  expect(decryptFile(one.sealed, other.wrappedKey, { userId: 7, filename: one.filename })).toBeUndefined()
  expect(one.sealed.equals(other.sealed)).toBe(false)
})

test.each([
  ['the first byte', 0],
  ['a byte in the middle', 50_000],
  ['the last byte', 100_027],
])('opens nothing when %s was changed', (_what, at) => {
  const { sealed, filename, wrappedKey } = encryptBytes(bytes, 7)
  sealed[at] = (sealed[at] ?? 0) ^ 1
  expect(decryptFile(sealed, wrappedKey, { userId: 7, filename })).toBeUndefined()
})

test('opens nothing that was cut off, of another file or of another owner', () => {
  const { sealed, filename, wrappedKey } = encryptBytes(bytes, 7)
  const place = { userId: 7, filename }
  expect(decryptFile(sealed.subarray(0, 90_000), wrappedKey, place)).toBeUndefined()
  expect(decryptFile(sealed.subarray(0, 10), wrappedKey, place)).toBeUndefined()
  expect(decryptFile(sealed, wrappedKey, { ...place, userId: 8 })).toBeUndefined()
  expect(decryptFile(sealed, wrappedKey, { ...place, filename: 'evidence-other.bin' })).toBeUndefined()
  expect(decryptFile(sealed, 'none', place)).toBeUndefined()
})

test('a replaced key opens nothing alone, and everything behind the new one', () => {
  const { sealed, filename, wrappedKey } = encryptBytes(bytes, 7)
  const place = { userId: 7, filename }
  provideServices({ evidenceKeys: [NEW] })
  expect(decryptFile(sealed, wrappedKey, place)).toBeUndefined()
  provideServices({ evidenceKeys: [NEW, OLD] })
  const unwrapped = unwrapKey(wrappedKey, place)
  expect(unwrapped?.wrappedBy).toBe(1)
  const rewrapped = wrapKey(unwrapped?.key ?? Buffer.alloc(0), place)
  provideServices({ evidenceKeys: [NEW] })
  expect(decryptFile(sealed, rewrapped, place)).toEqual(new Uint8Array(bytes))
})
