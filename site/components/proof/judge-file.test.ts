import { expect, test } from 'vitest'
import { makeProof } from '#shared/proof/testing-proof'
import { judgeHash } from './judge-file.ts'

const hash = 'a'.repeat(64)
const published = [{ name: 'Terms, version 2, of $GOLD', sha256: hash }]

test('a file is compared with the hash of the reader before anything else', () => {
  expect(judgeHash('f.pdf', hash, { hash, published: [], snapshots: [], isKeyKnown: true })).toMatchObject({
    state: 'holds',
  })
  expect(
    judgeHash('f.pdf', hash, { hash: 'b'.repeat(64), published, snapshots: [], isKeyKnown: true }),
  ).toMatchObject({
    state: 'fails',
  })
})

test('a file is a published document, the attestation of a snapshot, or neither', async () => {
  const { snapshot } = await makeProof({ attestation: hash })
  expect(judgeHash('f.pdf', hash, { published, snapshots: [], isKeyKnown: true }).text).toBe(
    'f.pdf is Terms, version 2, of $GOLD.',
  )
  expect(judgeHash('f.pdf', hash, { published: [], snapshots: [snapshot], isKeyKnown: true }).text).toBe(
    'f.pdf is the attestation of $GOLD that snapshot 2026-11-22 names.',
  )
  expect(judgeHash('f.pdf', hash, { snapshots: [snapshot], isKeyKnown: false }).state).toBe('open')
  expect(judgeHash('f.pdf', hash, { published: [], snapshots: [], isKeyKnown: true }).state).toBe('fails')
})

test('nothing is said of a file where the published list is not known', () => {
  expect(judgeHash('f.pdf', hash, { snapshots: [], isKeyKnown: true }).state).toBe('open')
})
