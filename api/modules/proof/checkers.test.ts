import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckResult,
  checkAttestation,
  checkProof,
  checkSnapshot,
  type ProofFile,
} from '#shared/proof/check'
import { checkSignedFile } from '#shared/proof/signed-file'
import { hashSnapshot, type Snapshot } from '#shared/proof/snapshot'
import { forgeries, makeTrue } from '#shared/proof/testing-forgeries'
import { makeProof, makeSigner } from '#shared/proof/testing-proof'
import { sha256 } from '#shared/sha256'
import { issueFile } from './issued-files.ts'
import { proofKeys, provideProofKeys } from './keys.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-proof-'))
  provideProofKeys({
    signing: ['only-for-tests-signing-0123456789'],
    nonces: 'only-for-tests-nonces-0123456789',
  })
})
afterAll(() => rm(folder, { recursive: true }))

interface Given {
  key?: string
  previous?: Snapshot
  snapshot?: ProofFile
}

let files = 0
async function store(content: string | Uint8Array): Promise<string> {
  files += 1
  const path = join(folder, `file-${files}`)
  await writeFile(path, content)
  return path
}

/** The checks that a program prints as failed. */
function run(
  command: string,
  args: string[],
): Promise<{ failed: string[]; code: number | null; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args)
    let [out, err] = ['', '']
    child.stdout.on('data', (part) => (out += part))
    child.stderr.on('data', (part) => (err += part))
    child.on('close', (code) =>
      resolve({ failed: out.split('\n').flatMap((line) => line.match(/^FAIL (\w+)/)?.[1] ?? []), code, err }),
    )
  })
}

/** What the program in the terminal and the one in Python find in a file; both have to agree with `found`. */
async function expectEverywhere(content: string | Uint8Array, given: Given, found: readonly CheckResult[]) {
  const options = [
    await store(content),
    ...(given.key ? ['--key', given.key] : []),
    ...(given.previous ? ['--previous', await store(JSON.stringify(given.previous))] : []),
    ...(given.snapshot ? ['--snapshot', await store(JSON.stringify(given.snapshot))] : []),
  ]
  const failed = found.filter(({ ok }) => !ok).map(({ finding }) => finding)
  const expected = { failed, code: failed.length > 0 ? 1 : given.key ? 0 : 2, err: '' }
  const [terminal, python] = await Promise.all([
    run(process.execPath, ['run', 'scripts/proof-verify.ts', ...options]),
    run('python3', ['tests/proof/check.py', ...options]),
  ])
  expect({ terminal, python }).toEqual({ terminal: expected, python: expected })
  return failed
}

const failedIn = async (file: ProofFile, given: Given = {}): Promise<string[]> => {
  const { snapshot, key, leaves } = file
  const known = { ...(given.key && { key: given.key }), ...(given.previous && { previous: given.previous }) }
  return expectEverywhere(JSON.stringify({ snapshot, key, leaves }), given, await checkProof(file, known))
}

describe('a forgery is refused by three checkers with the same reason', () => {
  test.each(forgeries)('$name', async ({ forge, fails }) => {
    const { file, key, before } = await forge()
    expect(await failedIn(file, { key, previous: before })).toEqual(fails)
  })

  test('and what it was made of holds', async () => {
    const { file, key, before } = await makeTrue()
    expect(await failedIn(file, { key, previous: before })).toEqual([])
  })
})

describe('three checkers say the same', () => {
  test('of a proof that holds, with its key and the snapshot before', async () => {
    const before = await makeProof({ id: '2026-11-21' })
    const previous_hash = await hashSnapshot(before.snapshot)
    const file = await makeProof({ previous_hash, signer: before.signer })
    expect(await failedIn(file, { key: file.key, previous: before.snapshot })).toEqual([])
  })

  test('of one unit more, and of a holder who was dropped', async () => {
    const file = await makeProof({ mine: ['12.500000'] })
    const [leaf] = file.leaves
    if (!leaf) throw new Error('No leaf')
    expect(await failedIn({ ...file, leaves: [{ ...leaf, units: '12.500001' }] })).toEqual(['root'])
    const without = await makeProof({ mine: [], signer: file.signer })
    expect(await failedIn({ ...file, snapshot: without.snapshot })).toEqual(['root'])
  })

  test('of another root that was signed, with the right key and with another one', async () => {
    const file = await makeProof()
    const series = file.snapshot.series.map((one) => ({ ...one, root: '0'.repeat(64) }))
    const { signature: _, ...unsigned } = { ...file.snapshot, series }
    const forged = await file.signer.sign(unsigned)
    expect(await failedIn({ ...file, snapshot: forged })).toEqual(['root', 'root'])
    const other = await makeSigner()
    const foreign = { ...file, snapshot: await other.sign(unsigned), key: other.key }
    expect(await failedIn(foreign, { key: file.key })).toEqual(['key', 'root', 'root'])
    expect(await failedIn({ ...foreign, key: file.key })).toEqual(['signature', 'root', 'root'])
  })

  test('of leaves at one position in the trees of two series, each with all units that are held', async () => {
    const held = '150.000000'
    const gold = await makeProof({ held })
    const { signer } = gold
    const tin = await makeProof({ symbol: '$TIN', held, signer })
    const { signature: _, ...unsigned } = gold.snapshot
    const snapshot = await signer.sign({ ...unsigned, series: [...unsigned.series, ...tin.snapshot.series] })
    const file = { snapshot, key: gold.key, leaves: [...gold.leaves, ...tin.leaves] }
    expect(await failedIn(file)).toEqual([])
    const texts = (await checkProof(file)).slice(-4).map(({ text }) => text.split(';')[0])
    expect(texts).toEqual([
      '12.500000 units of $GOLD are in leaf 0',
      '7.250000 units of $GOLD are in leaf 1',
      '12.500000 units of $TIN are in leaf 0',
      '7.250000 units of $TIN are in leaf 1',
    ])
  })

  test('of a broken chain', async () => {
    const before = await makeProof({ id: '2026-11-21' })
    const file = await makeProof({ previous_hash: '0'.repeat(64) })
    expect(await failedIn(file, { previous: before.snapshot })).toEqual(['chain'])
  })

  test('of an attestation, and of one that was replaced', async () => {
    const attestation = new TextEncoder().encode('%PDF-1.7 the attestation')
    const file = await makeProof({ attestation: await sha256(attestation) })
    const { snapshot, key, leaves } = file
    const given = { key, snapshot: { snapshot, key, leaves } }
    expect(
      await expectEverywhere(attestation, given, [checkAttestation(snapshot, await sha256(attestation))]),
    ).toEqual([])
    const changed = { ...snapshot, date: '2026-11-23T00:05:00.000Z' }
    expect(
      await expectEverywhere(attestation, { key, snapshot: { snapshot: changed, key, leaves } }, [
        ...(await checkSnapshot(changed, key, { key })),
        checkAttestation(changed, await sha256(attestation)),
      ]),
      'that a changed snapshot names',
    ).toEqual(['signature'])
    const replaced = new TextEncoder().encode('%PDF-1.7 the other attestation')
    expect(
      await expectEverywhere(replaced, given, [checkAttestation(snapshot, await sha256(replaced))]),
    ).toEqual(['attestation'])
  })

  test('of an issued file, and of one that was changed or continued', async () => {
    async function* pdf() {
      yield new TextEncoder().encode('%PDF-1.7\n12.5 units\n')
      yield new TextEncoder().encode('startxref\n9\n%%EOF\n')
    }
    const { chunks } = await issueFile(Promise.resolve({ rows: 1, chunks: pdf() }))
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    const issued = new Uint8Array(Buffer.concat(parts))
    const key = proofKeys().publicKey
    const check = async (file: Uint8Array<ArrayBuffer>, of = key) =>
      expectEverywhere(file, { key: of }, [await checkSignedFile(file, of)])
    expect(await check(issued)).toEqual([])
    const text = new TextDecoder('latin1').decode(issued)
    expect(text).toMatch(/%%EOF\n$/)
    expect(await check(new TextEncoder().encode(text.replace('12.5', '92.5')))).toEqual(['file'])
    expect(await check(new TextEncoder().encode(`${text}more\n`))).toEqual(['file'])
    for (const start of ['0', '09', '9999999999']) {
      const moved = text.replace(/startxref\n9\n%%EOF\n$/, `startxref\n${start}\n%%EOF\n`)
      expect(await check(new TextEncoder().encode(moved)), start).toEqual(['file'])
    }
    expect(await check(issued, (await makeSigner()).key)).toEqual(['file'])
  })
})

test('the checker in Python imports nothing of this project', async () => {
  const source = await readFile('tests/proof/check.py', 'utf8')
  const imported = [...source.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name)
  expect(imported.toSorted()).toEqual([
    'argparse',
    'hashlib',
    'json',
    'os',
    're',
    'subprocess',
    'sys',
    'tempfile',
  ])
})
