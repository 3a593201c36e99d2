import { describe, expect, test } from 'vitest'
import type { ProofFile } from './check.ts'
import { describeAge } from './notes.ts'
import { compareUnits } from './own-units.ts'
import { readProofFile } from './read-file.ts'
import { describeProof, describeSnapshot, type Known } from './report.ts'
import { hashSnapshot } from './snapshot.ts'
import { makeProof, makeSigner } from './testing-proof.ts'

/** As the signed-in area knows it. */
const own: Known = {
  symbol: '$GOLD',
  compareUnits: (leaves) => compareUnits('$GOLD', '19.750000', leaves),
}

const namesOf = (lines: readonly { name: string; state: string }[]) =>
  lines.map(({ name, state }) => `${name}: ${state}`)

describe('the report of a proof', () => {
  test('shows each check, each step and the sum growing to the units in issue', async () => {
    const file = await makeProof({ id: '2026-11-22' })
    const report = await describeProof(file, {
      keys: [{ key: file.key }],
      published: file.snapshot,
      previous: null,
      ...own,
    })
    expect(report.state).toBe('holds')
    expect(report.title).toBe('Your units are counted')
    expect(report.text).toBe(
      '19.750000 units of $GOLD: part of the total that was signed in snapshot 2026-11-22, for account A-000123. These are the units that your entries in the register add up to. Compare the number with a statement of yours.',
    )
    expect(namesOf(report.checks)).toEqual([
      'Published key: holds',
      'Signature: holds',
      'Published snapshot: holds',
      'Chain of snapshots: holds',
      'Values: holds',
      'Units held: holds',
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

  test('says beside the verdict which checks are open', async () => {
    const file = await makeProof()
    const known = { keys: [{ key: file.key }], published: file.snapshot }
    expect(await describeProof(file, { ...known, ...own })).toMatchObject({
      state: 'open',
      title: 'Your units are counted; 1 check is open',
      text: expect.stringMatching(/ Open: Chain of snapshots\.$/),
    })
    expect(await describeProof(file, { keys: known.keys })).toMatchObject({
      state: 'open',
      title: '19.750000 units of $GOLD are counted; 2 checks are open',
      text: expect.stringMatching(/ Open: Published snapshot, Chain of snapshots\.$/),
    })
    expect(await describeSnapshot(file.snapshot, known)).toMatchObject({
      state: 'open',
      title: 'The snapshot is in order; 1 check is open',
    })
  })

  test('says of a snapshot that names none before it whether it is the first', async () => {
    const lineOf = async (previous: null | undefined, previous_hash: string | null) => {
      const { file } = await makeProof({ previous_hash })
      const { checks } = await describeProof(file, { keys: [{ key: file.key }], previous })
      return checks.find(({ name }) => name === 'Chain of snapshots')
    }
    expect(await lineOf(null, null)).toMatchObject({
      state: 'holds',
      text: 'It names no snapshot before it, and none is published before it.',
    })
    expect(await lineOf(null, 'a'.repeat(64))).toMatchObject({ state: 'fails' })
    expect(await lineOf(undefined, null)).toMatchObject({
      state: 'open',
      text: 'Not compared. It names no snapshot before it: the published list shows whether it is the first.',
    })
  })

  test('says why there are no keys to compare with', async () => {
    const file = await makeProof()
    const whyNoKeys = 'One list and another differ. Neither list is used.'
    const { text, checks } = await describeProof(file, { whyNoKeys })
    expect(text).toContain(whyNoKeys)
    expect(checks[0]).toMatchObject({ name: 'Published key', state: 'open' })
    expect(checks[0]?.text).toBe(`Not compared: ${whyNoKeys} The file names ${file.key}.`)
  })

  test('names the first check that fails', async () => {
    const file = await makeProof()
    const [first, ...others] = file.leaves
    const forged = { ...file, leaves: [{ ...first, units: '12.500001' }, ...others] } as ProofFile
    const report = await describeProof(forged, {})
    expect(report.state).toBe('fails')
    expect(report.title).toBe('The proof does not hold')
    expect(report.text).toMatch(
      /^Root: The path of a leaf of \$GOLD ends in [0-9a-f]{64}, and not in the root/,
    )
    expect(report.leaves.map(({ isCounted }) => isCounted)).toEqual([false, true])
  })

  test('does not hold where the leaves are fewer units than the register has', async () => {
    const file = await makeProof()
    const report = await describeProof({ ...file, leaves: file.leaves.slice(0, 1) }, { ...own })
    expect(report).toMatchObject({ state: 'fails', title: 'The units do not agree' })
    expect(report.checks.at(-1)).toMatchObject({ name: 'Your units', state: 'fails' })
  })

  test('does not hold without a leaf, nor for a series of which there is none', async () => {
    const file = await makeProof()
    for (const [leaves, symbol] of [
      [[], undefined],
      [file.leaves, '$IRON'],
    ] as const)
      expect(await describeProof({ ...file, leaves }, { symbol })).toMatchObject({
        state: 'fails',
        title: 'No units of yours are in it',
      })
  })

  test('proves nothing where the key is not known: anybody can sign such a file', async () => {
    const file = await makeProof()
    const title = 'Signed with a key that was not compared'
    expect(await describeProof(file)).toMatchObject({ state: 'open', title })
  })

  test('says how much is counted, and not that it is all, where no register was compared', async () => {
    const { file } = await makeProof()
    const all = { keys: [{ key: file.key }], published: file.snapshot, previous: null }
    const part = { ...file, leaves: file.leaves.slice(0, 1) }
    const compare = 'Compare amount and number with a certificate of holding or a statement of that day'
    for (const [proof, units] of [
      [file, '19.750000'],
      [part, '12.500000'],
    ] as const)
      expect(await describeProof(proof, all)).toMatchObject({
        state: 'holds',
        title: `${units} units of $GOLD are counted`,
        text: expect.stringContaining(compare),
      })
    // The register of the reader shows what the file leaves out.
    const known = { ...all, ...own }
    expect(await describeProof(file, known)).toMatchObject({ title: 'Your units are counted' })
    expect(await describeProof(part, known)).toMatchObject({ title: 'The units do not agree' })
  })

  test('says that the snapshot is not the published one, or was not compared', async () => {
    const { file, signer } = await makeProof()
    const keys = [{ key: file.key }]
    const other = await makeProof({ signer })
    const lineOf = async (published: Known['published']) => {
      const { checks } = await describeProof(file, { keys, published })
      return checks.find(({ name }) => name === 'Published snapshot')
    }
    expect(await lineOf(file.snapshot)).toMatchObject({
      state: 'holds',
      text: 'Snapshot 2026-11-22 is the published one.',
    })
    expect(await lineOf(other.snapshot)).toMatchObject({ state: 'fails' })
    expect(await lineOf(null)).toMatchObject({
      state: 'fails',
      text: 'No snapshot 2026-11-22 is published.',
    })
    expect(await lineOf(undefined)).toMatchObject({
      state: 'open',
      text: expect.stringMatching(/^Not compared /),
    })
  })

  test('groups the digits of all units', async () => {
    const { file } = await makeProof({
      mine: ['1234567.500000'],
      others: ['2000000.000000'],
      held: '1000.000000',
    })
    const { text, checks, leaves } = await describeProof(file, { keys: [{ key: file.key }] })
    const all = [text, ...checks.map((line) => line.text), ...leaves.map((leaf) => leaf.text)].join(' ')
    expect(all).toContain('1,234,567.500000')
    expect(all).toContain('3,234,567.500000')
    expect(all).not.toMatch(/\d{4,}\.\d{6}/)
  })

  test('says how old the snapshot is, and which one is the latest', async () => {
    const { snapshot } = await makeProof()
    const at = (time: string, latest?: string) => describeAge(snapshot, latest, Date.parse(time))
    expect(at('2026-11-22T00:50:00Z', '2026-11-22')).toBe(
      'Snapshot 2026-11-22, made less than an hour ago; it is the latest.',
    )
    expect(at('2026-11-22T01:05:00Z')).toBe(
      'Snapshot 2026-11-22, made 1 hour ago; which one is the latest is not known here.',
    )
    expect(at('2026-11-25T01:05:00Z', '2026-11-24')).toBe(
      'Snapshot 2026-11-22, made 3 days ago; the latest is 2026-11-24.',
    )
    expect(at('2026-11-21T01:05:00Z', '2026-11-22')).toContain('dated later than this clock says')
  })

  test('says that units are counted and not all units are held', async () => {
    const file = await makeProof({ held: '149.000000' })
    expect(await describeProof(file, { keys: [{ key: file.key }] })).toMatchObject({
      state: 'fails',
      title: 'Counted, but not all units are held',
      text: expect.stringMatching(
        /^More are in issue than are held\. .+ Counted are 19\.750000 units of \$GOLD\.$/,
      ),
    })
  })

  test('checks a snapshot alone, against the one before it', async () => {
    const signer = await makeSigner()
    const before = await makeProof({ id: '2026-11-21', signer })
    const { snapshot, key } = await makeProof({ signer, previous_hash: 'a'.repeat(64) })
    const keys = [{ key: (await makeSigner()).key }, { key }]
    const next = await makeProof({ signer, previous_hash: await hashSnapshot(before.snapshot) })
    const known = { keys, published: next.snapshot, previous: before.snapshot }
    expect(await describeSnapshot(next.snapshot, known)).toMatchObject({ state: 'holds' })
    const unsigned = await describeSnapshot(snapshot, { keys: keys.slice(0, 1) })
    expect(unsigned).toMatchObject({ state: 'fails', text: expect.stringMatching(/^Signature: /) })
    // Nothing is said of a key that did not sign it.
    expect(unsigned.checks.map(({ name }) => name)).not.toContain('Published key')
    expect(await describeSnapshot(snapshot, { keys, previous: before.snapshot })).toMatchObject({
      state: 'fails',
      text: expect.stringMatching(
        /^Chain of snapshots: It does not name 2026-11-21, .+ as the snapshot before it, but a{64}\.$/,
      ),
    })
  })
})

test('a file given to a checker is a proof, a snapshot, keys or none of these', async () => {
  const { file, snapshot, key } = await makeProof()
  const read = (value: unknown) =>
    readProofFile(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))
  expect(read(file)).toMatchObject({ kind: 'proof' })
  expect(read(snapshot)).toMatchObject({ kind: 'snapshot' })
  const keys = { algorithm: 'Ed25519', public_key: key, valid_from: null, earlier_keys: [] }
  expect(read(keys)).toMatchObject({ kind: 'keys', keys: [{ key }] })
  for (const text of ['%PDF-1.7', '{"a":1}', '{\\rtf1}', '[]', '{}', '1', ''])
    expect(read(text), text).toBeUndefined()
})
