import { describe, expect, test } from 'vitest'
import type { ProofFile } from './check-inclusion-proof.ts'
import { compareWithRegister } from './compare-with-register.ts'
import { parseProofFile } from './parse-proof-file.ts'
import { type ComparisonData, createProofReport, createSnapshotReport } from './proof-report.ts'
import { describeAge } from './report-notes.ts'
import { hashSnapshot } from './snapshot.ts'
import { createProof, createSigner } from './test-proof.ts'

/** As the signed-in area knows it. */
const own: ComparisonData = {
  symbol: '$GOLD',
  compareUnits: (leaves) => compareWithRegister('$GOLD', '19.750000', leaves),
}

const namesOf = (lines: readonly { name: string; state: string }[]) =>
  lines.map(({ name, state }) => `${name}: ${state}`)

describe('the report of a proof', () => {
  test('shows each check, each step and the sum growing to the units in issue', async () => {
    const file = await createProof({ id: '2026-11-22' })
    const report = await createProofReport(file, {
      keys: [{ key: file.key }],
      published: file.snapshot,
      previous: null,
      ...own,
    })
    expect(report.state).toBe('holds')
    expect(report.title).toBe('Your units are included')
    expect(report.text).toBe(
      '19.750000 units of $GOLD, included in the total signed in snapshot 2026-11-22 for account A-000123. The proof matches your register entries. You can also compare it with your statement.',
    )
    expect(namesOf(report.checks)).toEqual([
      'Published key: holds',
      'Signature: holds',
      'Published snapshot: holds',
      'Snapshot chain: holds',
      'Values: holds',
      'Units in custody: holds',
      'Holder: holds',
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

  test('says next to the verdict which checks are open', async () => {
    const file = await createProof()
    const known = { keys: [{ key: file.key }], published: file.snapshot }
    expect(await createProofReport(file, { ...known, ...own })).toMatchObject({
      state: 'open',
      title: 'Your units are included; 1 check not performed',
      text: expect.stringMatching(/ Not checked: Snapshot chain\.$/),
    })
    expect(await createProofReport(file, { keys: known.keys })).toMatchObject({
      state: 'open',
      title: '19.750000 units of $GOLD included; 2 checks not performed',
      text: expect.stringMatching(/ Not checked: Published snapshot, Snapshot chain\.$/),
    })
    expect(await createSnapshotReport(file.snapshot, known)).toMatchObject({
      state: 'open',
      title: 'Snapshot valid; 1 check not performed',
    })
  })

  test('says of a snapshot that names no previous one whether it is the first', async () => {
    const lineOf = async (previous: null | undefined, previous_hash: string | null) => {
      const { file } = await createProof({ previous_hash })
      const { checks } = await createProofReport(file, { keys: [{ key: file.key }], previous })
      return checks.find(({ name }) => name === 'Snapshot chain')
    }
    expect(await lineOf(null, null)).toMatchObject({
      state: 'holds',
      text: 'It references no previous snapshot, and none was published before it.',
    })
    expect(await lineOf(null, 'a'.repeat(64))).toMatchObject({ state: 'fails' })
    expect(await lineOf(undefined, null)).toMatchObject({
      state: 'open',
      text: 'Not compared. It references no previous snapshot. Check the published list to see whether it is the first.',
    })
  })

  test('says why there are no keys to compare with', async () => {
    const file = await createProof()
    const whyNoKeys = 'One list and another differ. Neither list was used.'
    const { text, checks } = await createProofReport(file, { whyNoKeys })
    expect(text).toContain(whyNoKeys)
    expect(checks[0]).toMatchObject({ name: 'Published key', state: 'open' })
    expect(checks[0]?.text).toBe(`Not compared: ${whyNoKeys} The key in the file is ${file.key}.`)
  })

  test('names the first check that fails', async () => {
    const file = await createProof()
    const [first, ...others] = file.leaves
    const forged = { ...file, leaves: [{ ...first, units: '12.500001' }, ...others] } as ProofFile
    const report = await createProofReport(forged, {})
    expect(report.state).toBe('fails')
    expect(report.title).toBe('Proof not valid')
    expect(report.text).toMatch(/^Root: The path of a leaf of \$GOLD leads to [0-9a-f]{64}, not to the root/)
    expect(report.leaves.map(({ isCounted }) => isCounted)).toEqual([false, true])
  })

  test('is not valid if the leaves have fewer units than the register', async () => {
    const file = await createProof()
    const report = await createProofReport({ ...file, leaves: file.leaves.slice(0, 1) }, { ...own })
    expect(report).toMatchObject({ state: 'fails', title: 'Units do not match' })
    expect(report.checks.at(-1)).toMatchObject({ name: 'Your units', state: 'fails' })
  })

  test('is not valid without a leaf, nor for a series without one', async () => {
    const file = await createProof()
    for (const [leaves, symbol] of [
      [[], undefined],
      [file.leaves, '$IRON'],
    ] as const)
      expect(await createProofReport({ ...file, leaves }, { symbol })).toMatchObject({
        state: 'fails',
        title: 'Your units are not included',
      })
  })

  test('proves nothing if the key is unknown: anyone can sign such a file', async () => {
    const file = await createProof()
    const title = 'Signing key not verified'
    expect(await createProofReport(file)).toMatchObject({ state: 'open', title })
  })

  test('says how much is included, without claiming that it is all, if no register was compared', async () => {
    const { file } = await createProof()
    const all = { keys: [{ key: file.key }], published: file.snapshot, previous: null }
    const part = { ...file, leaves: file.leaves.slice(0, 1) }
    const compare =
      'Compare the amount and account number with a certificate of holding or statement as of that date'
    for (const [proof, units] of [
      [file, '19.750000'],
      [part, '12.500000'],
    ] as const)
      expect(await createProofReport(proof, all)).toMatchObject({
        state: 'holds',
        title: `${units} units of $GOLD included`,
        text: expect.stringContaining(compare),
      })
    // The reader's register shows what the file omits.
    const known = { ...all, ...own }
    expect(await createProofReport(file, known)).toMatchObject({ title: 'Your units are included' })
    expect(await createProofReport(part, known)).toMatchObject({ title: 'Units do not match' })
  })

  test('says that the snapshot is not the published one, or was not compared', async () => {
    const { file, signer } = await createProof()
    const keys = [{ key: file.key }]
    const other = await createProof({ signer })
    const lineOf = async (published: ComparisonData['published']) => {
      const { checks } = await createProofReport(file, { keys, published })
      return checks.find(({ name }) => name === 'Published snapshot')
    }
    expect(await lineOf(file.snapshot)).toMatchObject({
      state: 'holds',
      text: 'Snapshot 2026-11-22 matches the published snapshot.',
    })
    expect(await lineOf(other.snapshot)).toMatchObject({ state: 'fails' })
    expect(await lineOf(null)).toMatchObject({
      state: 'fails',
      text: 'Snapshot 2026-11-22 is not published.',
    })
    expect(await lineOf(undefined)).toMatchObject({
      state: 'open',
      text: expect.stringMatching(/^Not compared /),
    })
  })

  test('groups the digits of all units', async () => {
    const { file } = await createProof({
      mine: ['1234567.500000'],
      others: ['2000000.000000'],
      held: '1000.000000',
    })
    const { text, checks, leaves } = await createProofReport(file, { keys: [{ key: file.key }] })
    const all = [text, ...checks.map((line) => line.text), ...leaves.map((leaf) => leaf.text)].join(' ')
    expect(all).toContain('1,234,567.500000')
    expect(all).toContain('3,234,567.500000')
    expect(all).not.toMatch(/\d{4,}\.\d{6}/)
  })

  test('says how old the snapshot is, and which one is the latest', async () => {
    const { snapshot } = await createProof()
    const at = (time: string, latest?: string) => describeAge(snapshot, latest, Date.parse(time))
    expect(at('2026-11-22T00:50:00Z', '2026-11-22')).toBe(
      'Snapshot 2026-11-22, taken less than an hour ago; latest snapshot.',
    )
    expect(at('2026-11-22T01:05:00Z')).toBe('Snapshot 2026-11-22, taken 1 hour ago; latest snapshot unknown.')
    expect(at('2026-11-25T01:05:00Z', '2026-11-24')).toBe(
      'Snapshot 2026-11-22, taken 3 days ago; the latest is 2026-11-24.',
    )
    expect(at('2026-11-21T01:05:00Z', '2026-11-22')).toContain('dated in the future according to this device')
  })

  test('says that units are included but not all units are in custody', async () => {
    const file = await createProof({ held: '149.000000' })
    expect(await createProofReport(file, { keys: [{ key: file.key }] })).toMatchObject({
      state: 'fails',
      title: 'Included, but backing is below 100%',
      text: expect.stringMatching(
        /^Units in issue exceed units in custody\. .+ Included: 19\.750000 units of \$GOLD\.$/,
      ),
    })
  })

  test('checks a snapshot alone, against the previous one', async () => {
    const signer = await createSigner()
    const before = await createProof({ id: '2026-11-21', signer })
    const { snapshot, key } = await createProof({ signer, previous_hash: 'a'.repeat(64) })
    const keys = [{ key: (await createSigner()).key }, { key }]
    const next = await createProof({ signer, previous_hash: await hashSnapshot(before.snapshot) })
    const known = { keys, published: next.snapshot, previous: before.snapshot }
    expect(await createSnapshotReport(next.snapshot, known)).toMatchObject({ state: 'holds' })
    const unsigned = await createSnapshotReport(snapshot, { keys: keys.slice(0, 1) })
    expect(unsigned).toMatchObject({ state: 'fails', text: expect.stringMatching(/^Signature: /) })
    // Nothing is said about a key that did not sign it.
    expect(unsigned.checks.map(({ name }) => name)).not.toContain('Published key')
    expect(await createSnapshotReport(snapshot, { keys, previous: before.snapshot })).toMatchObject({
      state: 'fails',
      text: expect.stringMatching(
        /^Snapshot chain: It should reference 2026-11-21 .+ as the previous snapshot, but references a{64}\.$/,
      ),
    })
  })
})

test('a file given to a checker is a proof, a snapshot, keys or none of these', async () => {
  const { file, snapshot, key } = await createProof()
  const read = (value: unknown) =>
    parseProofFile(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))
  expect(read(file)).toMatchObject({ kind: 'proof' })
  expect(read(snapshot)).toMatchObject({ kind: 'snapshot' })
  const keys = { algorithm: 'Ed25519', public_key: key, valid_from: null, earlier_keys: [] }
  expect(read(keys)).toMatchObject({ kind: 'keys', keys: [{ key }] })
  for (const text of ['%PDF-1.7', '{"a":1}', '{\\rtf1}', '[]', '{}', '1', ''])
    expect(read(text), text).toBeUndefined()
})
