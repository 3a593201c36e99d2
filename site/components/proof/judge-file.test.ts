import { describe, expect, test } from 'vitest'
import { makeProof } from '#shared/proof/testing-proof'
import { judgeEnteredHash, judgeHash, judgeHead } from './judge-file.ts'

const hash = 'a'.repeat(64)
const published = [{ name: 'Terms, version 2, of $GOLD', sha256: hash }]
const nothing = { snapshots: [], hashes: [], isKeyKnown: true }

describe('a file', () => {
  test('is named in a snapshot as a document or as the attestation of a series', async () => {
    const [named, attested] = [await makeProof({ documents: [hash] }), await makeProof({ attestation: hash })]
    const judge = (snapshots: (typeof named)['snapshot'][], isKeyKnown = true) =>
      judgeHash(hash, { ...nothing, published, snapshots, isKeyKnown })
    expect(judge([named.snapshot])).toEqual({
      state: 'holds',
      title: 'A snapshot names the file',
      text: 'Named in snapshot 2026-11-22 as a document of $GOLD.',
    })
    expect(judge([attested.snapshot]).text).toBe('Named in snapshot 2026-11-22 as the attestation of $GOLD.')
    expect(judge([named.snapshot], false)).toMatchObject({
      state: 'open',
      text: expect.stringContaining('was not compared with the published one'),
    })
  })

  test('that no snapshot names is compared with the list of the site', async () => {
    const { snapshot } = await makeProof({ documents: [] })
    expect(judgeHash(hash, { ...nothing, published, snapshots: [snapshot] })).toEqual({
      state: 'holds',
      title: 'The file is published',
      text: 'This site lists it now, as Terms, version 2, of $GOLD. No snapshot that was compared names it yet.',
    })
    expect(judgeHash(hash, { ...nothing, published: [], snapshots: [snapshot] })).toMatchObject({
      state: 'fails',
      title: 'Not a current document',
    })
    expect(judgeHash(hash, { ...nothing, snapshots: [snapshot] })).toMatchObject({
      state: 'fails',
      title: 'No snapshot names the file',
      text: expect.stringMatching(/^Not named in snapshot 2026-11-22: /),
    })
  })

  test('is compared with nothing where neither the list nor a snapshot with documents is known', async () => {
    const { snapshot } = await makeProof()
    for (const snapshots of [[], [snapshot]])
      expect(judgeHash(hash, { ...nothing, snapshots })).toMatchObject({
        state: 'open',
        title: 'Nothing to compare with',
      })
  })
})

test('a SHA-256 that was entered is compared with the files, and then with what snapshots name', async () => {
  const { snapshot } = await makeProof({ documents: [hash] })
  const files = [{ name: 'terms.pdf', sha256: 'b'.repeat(64) }]
  const title = (entered: string, chosen = files, snapshots = [snapshot]) =>
    judgeEnteredHash(entered, chosen, {
      ...nothing,
      snapshots,
      hashes: [{ id: '2026-11-22', hash: 'd'.repeat(64) }],
    })
  expect(title('b'.repeat(64))).toMatchObject({ state: 'holds', text: 'It is that of terms.pdf.' })
  expect(title(hash)).toMatchObject({
    state: 'holds',
    text: 'No chosen file has it. Named in snapshot 2026-11-22 as a document of $GOLD.',
  })
  expect(title('c'.repeat(64))).toMatchObject({ state: 'fails', title: 'No chosen file has this SHA-256' })
  expect(title('d'.repeat(64))).toMatchObject({
    title: 'The hash of a snapshot',
    text: 'It is that of snapshot 2026-11-22: of its signed part, and not of its file.',
  })
  expect(title('c'.repeat(64), [], [])).toMatchObject({ state: 'open', title: 'Nothing to compare with' })
})

test('a head that was entered is looked for in the snapshots, and says nothing against them', async () => {
  const { snapshot, auditHead } = await makeProof()
  const judge = (head: string, snapshots = [snapshot]) => judgeHead(head, { ...nothing, snapshots })
  expect(await judge(auditHead)).toMatchObject({ state: 'holds', title: 'A snapshot names this head' })
  expect(await judge(auditHead.slice(64))).toMatchObject({
    state: 'open',
    title: 'Not the head of these snapshots',
  })
  expect(await judge(hash, [])).toMatchObject({ state: 'open', title: 'A snapshot is needed' })
})
