import { describe, expect, test } from 'vitest'
import { createProof } from '#shared/proof/test-proof'
import { compareEnteredHash, compareHash, compareHead } from './compare-file.ts'

const hash = 'a'.repeat(64)
const published = [{ name: 'Terms, version 2, of $GOLD', sha256: hash }]
const nothing = { snapshots: [], hashes: [], isKeyKnown: true }

describe('a file', () => {
  test('is named in a snapshot as a document or as a series’ attestation', async () => {
    const [named, attested] = [
      await createProof({ documents: [hash] }),
      await createProof({ attestation: hash }),
    ]
    const judge = (snapshots: (typeof named)['snapshot'][], isKeyKnown = true) =>
      compareHash(hash, { ...nothing, published, snapshots, isKeyKnown })
    expect(judge([named.snapshot])).toEqual({
      state: 'holds',
      title: 'File recorded in a snapshot',
      text: 'Recorded in snapshot 2026-11-22 as a document of $GOLD.',
    })
    expect(judge([attested.snapshot]).text).toBe(
      'Recorded in snapshot 2026-11-22 as the attestation of $GOLD.',
    )
    expect(judge([named.snapshot], false)).toMatchObject({
      state: 'open',
      text: expect.stringContaining('was not compared with the published key'),
    })
  })

  test('that no snapshot names is compared with the site’s list', async () => {
    const { snapshot } = await createProof({ documents: [] })
    expect(compareHash(hash, { ...nothing, published, snapshots: [snapshot] })).toEqual({
      state: 'holds',
      title: 'File is published',
      text: 'Currently listed on this site as Terms, version 2, of $GOLD. Not yet recorded in the snapshots compared.',
    })
    expect(compareHash(hash, { ...nothing, published: [], snapshots: [snapshot] })).toMatchObject({
      state: 'fails',
      title: 'Not a current document',
    })
    expect(compareHash(hash, { ...nothing, snapshots: [snapshot] })).toMatchObject({
      state: 'fails',
      title: 'File not found in a snapshot',
      text: expect.stringMatching(/^Not recorded in snapshot 2026-11-22: /),
    })
  })

  test('is compared with nothing if neither the list nor a snapshot with documents is known', async () => {
    const { snapshot } = await createProof()
    for (const snapshots of [[], [snapshot]])
      expect(compareHash(hash, { ...nothing, snapshots })).toMatchObject({
        state: 'open',
        title: 'Nothing to compare with',
      })
  })
})

test('an entered SHA-256 is compared with the files, and then with what snapshots name', async () => {
  const { snapshot } = await createProof({ documents: [hash] })
  const files = [{ name: 'terms.pdf', sha256: 'b'.repeat(64) }]
  const title = (entered: string, chosen = files, snapshots = [snapshot]) =>
    compareEnteredHash(entered, chosen, {
      ...nothing,
      snapshots,
      hashes: [{ id: '2026-11-22', hash: 'd'.repeat(64) }],
    })
  expect(title('b'.repeat(64))).toMatchObject({ state: 'holds', text: 'Matching file: terms.pdf.' })
  expect(title(hash)).toMatchObject({
    state: 'holds',
    text: 'No selected file matches. Recorded in snapshot 2026-11-22 as a document of $GOLD.',
  })
  expect(title('c'.repeat(64))).toMatchObject({
    state: 'fails',
    title: 'No selected file matches this SHA-256',
  })
  expect(title('d'.repeat(64))).toMatchObject({
    title: 'Snapshot hash',
    text: 'This is the hash of the signed content of snapshot 2026-11-22, not of its file.',
  })
  expect(title('c'.repeat(64), [], [])).toMatchObject({ state: 'open', title: 'Nothing to compare with' })
})

test('an entered head is looked up in the snapshots and does not count against them', async () => {
  const { snapshot, auditHead } = await createProof()
  const judge = (head: string, snapshots = [snapshot]) => compareHead(head, { ...nothing, snapshots })
  expect(await judge(auditHead)).toMatchObject({ state: 'holds', title: 'Head recorded in a snapshot' })
  expect(await judge(auditHead.slice(64))).toMatchObject({
    state: 'open',
    title: 'Head not found in these snapshots',
  })
  expect(await judge(hash, [])).toMatchObject({ state: 'open', title: 'Snapshot required' })
})
