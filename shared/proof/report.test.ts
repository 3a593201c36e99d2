import { describe, expect, test } from 'vitest'
import type { ProofFile } from './check.ts'
import { readProofFile } from './read-file.ts'
import { describeProof, describeSnapshot } from './report.ts'
import { makeProof, makeSigner } from './testing-proof.ts'

const namesOf = (lines: readonly { name: string; state: string }[]) =>
  lines.map(({ name, state }) => `${name}: ${state}`)

describe('the report of a proof', () => {
  test('shows each check, each step and the sum growing to the units in issue', async () => {
    const file = await makeProof()
    const report = await describeProof(file, { key: file.key, symbol: '$GOLD', units: '19.750000' })
    expect(report.isProven).toBe(true)
    expect(report.title).toBe('Your units are counted')
    expect(report.text).toBe(
      '19.750000 units of $GOLD: part of the total that was signed in snapshot 2026-11-22.',
    )
    expect(namesOf(report.checks)).toEqual([
      'Published key: holds',
      'Signature: holds',
      'Chain of snapshots: open',
      'Units held: holds',
      'Your units: holds',
    ])
    const [leaf] = report.leaves
    expect(leaf?.steps).toHaveLength(11)
    expect(leaf?.steps[0]).toMatchObject({ sibling: null, units: '12.500000' })
    expect(leaf?.steps[1]).toMatchObject({ sibling: { units: '7.250000' }, units: '19.750000' })
    expect(leaf?.steps.at(-1)).toMatchObject({
      units: '150.000000',
      share: 1,
      hash: file.snapshot.series[0]?.root,
    })
  })

  test('names the first check that fails', async () => {
    const file = await makeProof()
    const [first, ...others] = file.leaves
    const forged = { ...file, leaves: [{ ...first, units: '12.500001' }, ...others] } as ProofFile
    const report = await describeProof(forged, {})
    expect(report.isProven).toBe(false)
    expect(report.title).toBe('The proof does not hold')
    expect(report.text).toMatch(/^Root: The path ends in [0-9a-f]{64}, the published root is/)
    expect(report.leaves.map(({ isCounted }) => isCounted)).toEqual([false, true])
  })

  test('does not hold where the leaves are fewer units than the register has', async () => {
    const file = await makeProof()
    const report = await describeProof(
      { ...file, leaves: file.leaves.slice(0, 1) },
      { symbol: '$GOLD', units: '19.750000' },
    )
    expect(report).toMatchObject({ isProven: false, title: 'The units do not agree' })
    expect(report.checks.at(-1)).toMatchObject({ name: 'Your units', state: 'fails' })
  })

  test('does not hold without a leaf, nor for a series of which there is none', async () => {
    const file = await makeProof()
    for (const [leaves, symbol] of [
      [[], undefined],
      [file.leaves, '$IRON'],
    ] as const)
      expect(await describeProof({ ...file, leaves }, { symbol })).toMatchObject({
        isProven: false,
        title: 'No units of yours are in it',
      })
  })

  test('proves nothing where the key is not known: anybody can sign such a file', async () => {
    const file = await makeProof()
    const title = 'Signed with a key that was not compared'
    expect(await describeProof(file)).toMatchObject({ isProven: false, title })
    expect(await describeSnapshot(file.snapshot, file.key)).toMatchObject({ isProven: false, title })
  })

  test('says that units are counted and not all units are held', async () => {
    const file = await makeProof({ held: '149.000000' })
    expect(await describeProof(file, { key: file.key })).toMatchObject({
      isProven: false,
      title: 'Your units are counted, but not all units are held',
    })
  })

  test('checks a snapshot alone, against the one before it', async () => {
    const signer = await makeSigner()
    const before = await makeProof({ id: '2026-11-21', signer })
    const { snapshot, key } = await makeProof({ signer, previous_hash: 'a'.repeat(64) })
    expect(await describeSnapshot(snapshot, key, { key })).toMatchObject({ isProven: true })
    expect(await describeSnapshot(snapshot, key, { previous: before.snapshot })).toMatchObject({
      isProven: false,
      text: expect.stringMatching(/^Chain of snapshots: It names a{64} as the snapshot before it/),
    })
  })
})

describe('a file given to a checker', () => {
  test('is a proof, a snapshot or neither', async () => {
    const { snapshot, key, leaves } = await makeProof()
    expect(readProofFile(JSON.stringify({ snapshot, key, leaves }))).toMatchObject({ kind: 'proof' })
    expect(readProofFile(JSON.stringify(snapshot))).toMatchObject({ kind: 'snapshot' })
    for (const text of ['%PDF-1.7', '{"a":1}', '[]', '1', '']) expect(readProofFile(text)).toBeUndefined()
  })

  test('is refused with a sentence when a part of it is missing or of another kind', async () => {
    const { snapshot, key, leaves } = await makeProof()
    for (const [changes, words] of [
      [{ key: 1 }, 'The file names no public key.'],
      [{ leaves: [{}] }, 'The leaves in the file are incomplete.'],
      [{ snapshot: { ...snapshot, series: [{}] } }, 'The snapshot in the file is incomplete.'],
    ] as const)
      expect(() => readProofFile(JSON.stringify({ snapshot, key, leaves, ...changes }))).toThrow(words)
  })
})
