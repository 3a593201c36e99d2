import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInclusionProof, type ProofFile } from '#shared/proof/check-inclusion-proof'
import type { CheckResult } from '#shared/proof/check-result'
import { checkDocument, checkSnapshot, findSigner } from '#shared/proof/check-snapshot'
import { MalformedFileError } from '#shared/proof/malformed-file'
import { parseProofFile } from '#shared/proof/parse-proof-file'
import type { KnownKey, PublishedKeyFile } from '#shared/proof/published-keys'
import { listKeys } from '#shared/proof/published-keys'
import { listUnmadeChecks } from '#shared/proof/report-notes'
import { buildSignatureTrailer, checkSignedFile, getSignedBytes } from '#shared/proof/signed-file'
import { hashSnapshot, type Snapshot } from '#shared/proof/snapshot'
import {
  createValidProof,
  forgeries,
  SIGNATURE_OF_ANYTHING,
  smallOrderKeys,
} from '#shared/proof/test-forgeries'
import { createMalformedFiles } from '#shared/proof/test-malformed-files'
import { createProof, createSigner } from '#shared/proof/test-proof'
import { sha256 } from '#shared/sha256'
import { getProofKeys, setProofKeys } from './proof-keys.ts'
import { signIssuedFile } from './sign-issued-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-proof-'))
  setProofKeys({
    signing: ['only-for-tests-signing-0123456789'],
    nonces: 'only-for-tests-nonces-0123456789',
  })
})
afterAll(() => rm(folder, { recursive: true }))

interface Given {
  key?: string
  /** Instead of a key: the file with their days. */
  keys?: PublishedKeyFile
  previous?: Snapshot
  snapshot?: ProofFile | Snapshot
  head?: string | undefined
}

let files = 0
async function store(content: string | Uint8Array): Promise<string> {
  files += 1
  const path = join(folder, `file-${files}`)
  await writeFile(path, content)
  return path
}

interface Run {
  /** The checks that a program prints as failed, and those that it did not make. */
  failed: string[]
  open: string[]
  code: number | null
  out: string
  err: string
}

function run(command: string, args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, args)
    let [out, err] = ['', '']
    child.stdout.on('data', (part) => (out += part))
    child.stderr.on('data', (part) => (err += part))
    const listed = (pattern: RegExp) => out.split('\n').flatMap((line) => line.match(pattern)?.[1] ?? [])
    child.on('close', (code) =>
      resolve({
        failed: listed(/^FAIL ((?:format )?\w+)/),
        open: listed(/^open (\w+)/).toSorted(),
        code,
        out,
        err,
      }),
    )
  })
}

/** Why the Python program rejects each of many files, in a single process; null if it reads one. */
async function runInPython(contents: readonly Uint8Array[]): Promise<(string | null)[]> {
  const paths = await Promise.all(contents.map(store))
  const source = `
import json, sys
source = open('shared/proof/check.py').read().removesuffix('main()\\n')
exec(source)
def reason(path):
    try:
        return None if read_content(read(path))[0] == 'proof' else 'not read'
    except Damaged as error:
        return str(error)
print(json.dumps([reason(path) for path in sys.argv[1:]]))`
  const child = spawn('python3', ['-c', source, ...paths])
  let out = ''
  for await (const part of child.stdout) out += part
  return JSON.parse(out)
}

/** The findings of the terminal program and the Python one for a file; both must agree. */
async function runBoth(content: string | Uint8Array, given: Given = {}): Promise<Run> {
  const stored = async (value: object) => store(JSON.stringify(value))
  const options = [
    await store(content),
    ...(given.key ? ['--key', given.key] : []),
    ...(given.keys ? ['--key', await stored(given.keys)] : []),
    ...(given.previous ? ['--previous', await stored(given.previous)] : []),
    ...(given.snapshot ? ['--snapshot', await stored(given.snapshot)] : []),
    ...(given.head ? ['--head', given.head] : []),
  ]
  const [terminal, python] = await Promise.all([
    run(process.execPath, ['run', 'scripts/proof-verify.ts', ...options]),
    run('python3', ['shared/proof/check.py', ...options]),
  ])
  // Word for word, including the lines of passed checks and the final one.
  expect(python).toEqual(terminal)
  return terminal
}

/** The same, and both must agree with `found` and `open`. */
async function expectEverywhere(
  content: string | Uint8Array,
  given: Given,
  found: readonly CheckResult[],
  open: readonly string[] = [],
) {
  const failed = found.filter(({ ok }) => !ok).map(({ finding }) => finding)
  const code = failed.length > 0 ? 1 : given.key || given.keys ? 0 : 2
  const seen = await runBoth(content, given)
  expect(seen).toMatchObject({ failed, code, err: '' })
  expect(seen.open).toEqual(expect.arrayContaining([...open]))
  return failed
}

const failedIn = async (file: ProofFile & { file?: ProofFile }, given: Given = {}): Promise<string[]> => {
  const { version, snapshot, key, opening, leaves } = file
  const content = { version, snapshot, key, opening, leaves }
  const keys: KnownKey[] | undefined = given.keys
    ? listKeys(given.keys)
    : given.key
      ? [{ key: given.key }]
      : undefined
  const published = given.snapshot && ('leaves' in given.snapshot ? given.snapshot.snapshot : given.snapshot)
  const known = { keys, published, previous: given.previous, head: given.head }
  return expectEverywhere(
    JSON.stringify(content),
    given,
    await checkInclusionProof(content, known),
    listUnmadeChecks(snapshot, known, key).map(({ finding }) => finding),
  )
}

describe('a forgery is rejected by three checkers with the same reason', () => {
  test.each(forgeries)('$name', async ({ forge, fails }) => {
    const { file, key, before } = await forge()
    expect(await failedIn(file, { key, previous: before })).toEqual(fails)
  })

  test('and its original is valid', async () => {
    const { file, key, before } = await createValidProof()
    expect(await failedIn(file, { key, previous: before })).toEqual([])
  })
})

describe('three checkers reject an unreadable file with the same reason', () => {
  let hostile: ReturnType<typeof createMalformedFiles>
  beforeAll(async () => {
    hostile = createMalformedFiles((await createProof()).file)
  })

  test('however it is damaged', async () => {
    const reasons = hostile.map(({ name, bytes }) => {
      try {
        return [name, parseProofFile(bytes) ? null : 'not read']
      } catch (error) {
        return [name, error instanceof MalformedFileError ? error.reason : String(error)]
      }
    })
    expect(reasons).toEqual(hostile.map(({ name, reason }) => [name, reason]))
    const seen = await runInPython(hostile.map(({ bytes }) => bytes))
    expect(hostile.map(({ name }, at) => [name, seen[at]])).toEqual(
      hostile.map(({ name, reason }) => [name, reason]),
    )
  })

  test('and print it in the terminal', async () => {
    for (const wanted of ['a side of another name', 'a name twice', 'line breaks and spaces']) {
      const file = hostile.find(({ name }) => name === wanted)
      const { failed, code } = await runBoth(file?.bytes ?? '')
      expect([failed, code], wanted).toEqual(file?.reason ? [[`format ${file.reason}`], 1] : [[], 2])
    }
  })
})

describe('three checkers agree', () => {
  test('on the included units, which may be fewer than those held', async () => {
    const { file } = await createProof()
    const counted = async (leaves: ProofFile['leaves']) =>
      (await runBoth(JSON.stringify({ ...file, leaves }), { key: file.key })).out
    const compare =
      'Compare this with a certificate of holding or statement as of that date, because a file can omit part of a holding.'
    expect(await counted(file.leaves)).toContain(
      `\n19.750000 units of $GOLD are included in snapshot 2026-11-22. ${compare}\n`,
    )
    expect(await counted(file.leaves.slice(0, 1))).toContain(
      `\n12.500000 units of $GOLD are included in snapshot 2026-11-22. ${compare}\n`,
    )
  })

  test('on text from a file, which cannot write a line of its own', async () => {
    const { file } = await createProof({ symbol: '$A\u001b[2J\nok   key The key is published.\u202e' })
    const { out } = await runBoth(JSON.stringify(file), { key: (await createSigner()).key })
    expect(out).toMatch(/^FAIL key /m)
    expect(out).toContain('$A?[2J?ok   key')
    expect(out).not.toMatch(/^ok +key/m)
    for (const mark of ['\u001b', '\u202e']) expect(out).not.toContain(mark)
  })

  test('on a snapshot alone with invalid values', async () => {
    const { snapshot, key, signer } = await createProof()
    const series = (change: Partial<Snapshot['series'][number]>) => ({
      series: snapshot.series.map((one) => ({ ...one, ...change })),
    })
    for (const change of [
      series({ units_in_issue: '150.0' }),
      series({ units_held: 'many' }),
      series({ root: 'zz' }),
      { audit_head: 'zz' },
      { previous_hash: '' },
    ]) {
      const changed = await signer.sign({ ...snapshot, ...change })
      const found = await checkSnapshot(changed, key, { keys: [{ key }] })
      expect(await expectEverywhere(JSON.stringify(changed), { key }, found), JSON.stringify(change)).toEqual(
        ['units'],
      )
    }
  })

  test('on the published snapshot: compared, different, or not compared', async () => {
    const { file, signer } = await createProof()
    expect(await failedIn(file, { key: file.key, snapshot: file.snapshot })).toEqual([])
    expect(await failedIn(file, { key: file.key, snapshot: file })).toEqual([])
    const other = await createProof({ signer })
    expect(await failedIn(file, { key: file.key, snapshot: other.snapshot })).toEqual(['published'])
    const { open } = await runBoth(JSON.stringify(file.snapshot), { key: file.key, snapshot: file.snapshot })
    expect(open).toEqual(['chain'])
  })

  test('on the days on which a key signed', async () => {
    const { file } = await createProof()
    const later = (await createSigner()).key
    const keysWith = (valid_from: string | null, valid_until: string | null): PublishedKeyFile => ({
      algorithm: 'Ed25519',
      public_key: later,
      valid_from: '2026-11-23',
      earlier_keys: [{ public_key: file.key, valid_from, valid_until }],
    })
    expect(await failedIn(file, { keys: keysWith('2026-11-22', '2026-11-22') })).toEqual([])
    expect(await failedIn(file, { keys: keysWith('2026-11-23', '2026-11-30') })).toEqual(['days'])
    expect(await failedIn(file, { keys: keysWith('2026-01-01', '2026-11-21') })).toEqual(['days'])
    expect(await failedIn(file, { keys: keysWith(null, null) })).toEqual(['days'])
    expect(await failedIn(file, { keys: keysWith('2026-11-22', null) })).toEqual(['days'])
    expect(await failedIn(file, { keys: keysWith(null, '2026-11-22') })).toEqual(['days'])
    const now = { ...keysWith(null, null), public_key: file.key, earlier_keys: [] }
    expect(await failedIn(file, { keys: now })).toEqual(['days'])
    expect(await failedIn(file, { keys: { ...now, valid_from: '2026-11-22' } })).toEqual([])
    expect(await failedIn(file, { keys: { ...now, valid_from: null } })).toEqual(['days'])
    expect(await failedIn(file, { keys: { ...now, public_key: later } })).toEqual(['key'])
  })

  test('on an invalid list of keys', async () => {
    const { file } = await createProof()
    const { key: public_key } = file
    const other = (await createSigner()).key
    const keys: PublishedKeyFile = {
      algorithm: 'Ed25519',
      public_key,
      valid_from: '2026-01-01',
      earlier_keys: [],
    }
    const earlier = (key: string) => ({ public_key: key, valid_from: null, valid_until: '2026-01-01' })
    for (const [reason, changes] of [
      ['keys', { earlier_keys: [earlier(public_key)] }],
      ['keys', { earlier_keys: [earlier(other), earlier(other)] }],
      ['type', { algorithm: 'RSA' }],
      ['moment', { valid_from: '' }],
      ['moment', { valid_from: '2026-02-30' }],
      ['moment', { valid_from: '0000-01-01' }],
      ['moment', { earlier_keys: [{ ...earlier(other), valid_until: '9999-99-99' }] }],
    ] as const) {
      const content = { ...keys, ...changes }
      expect(() => parseProofFile(new TextEncoder().encode(JSON.stringify(content)))).toThrow(
        expect.objectContaining({ reason }),
      )
      const { failed, code } = await runBoth(JSON.stringify(file), { keys: content })
      expect([failed, code], JSON.stringify(changes)).toEqual([[`format ${reason}`], 1])
    }
  })

  test('on text that is not a key', async () => {
    const { file } = await createProof()
    const otherSpelling = `ee${'ff'.repeat(30)}7f`
    for (const key of ['abc', file.key.slice(1), '00'.repeat(32), otherSpelling, 'nothing.json']) {
      const both = [
        await run(process.execPath, [
          'run',
          'scripts/proof-verify.ts',
          await store(JSON.stringify(file)),
          '--key',
          key,
        ]),
        await run('python3', ['shared/proof/check.py', await store(JSON.stringify(file)), '--key', key]),
      ]
      for (const { failed, code, err } of both) {
        expect([failed, code], key).toEqual([[], 1])
        expect(err).toContain(
          `'${key}' is neither a key nor a key file. A public key is a 32-byte Ed25519 key`,
        )
      }
    }
  })

  test('on a file signed with a published key of small order, which signs anything', async () => {
    const [key = ''] = smallOrderKeys
    const end = 'startxref\n9\n%%EOF\n'
    const text = `%PDF-1.7\n${end}\n%lodefield-signature ${SIGNATURE_OF_ANYTHING}\n${end}`
    const keys = { algorithm: 'Ed25519', public_key: key, valid_from: '2026-01-01', earlier_keys: [] }
    const file = new TextEncoder().encode(text)
    expect(await expectEverywhere(file, { keys }, [await checkSignedFile(file, key)])).toEqual(['file'])
  })

  test('on the order of manual snapshots', async () => {
    const { signer } = await createProof()
    const follow = async (id: string, before: string, [time, timeBefore] = ['09:00', '08:00']) => {
      const at = (of: string, clock: string) => `${of.slice(0, 10)}T${clock}:00.000Z`
      const previous = await createProof({ signer, id: before, date: at(before, timeBefore ?? '') })
      const previous_hash = await hashSnapshot(previous.snapshot)
      const next = await createProof({ signer, id, date: at(id, time ?? ''), previous_hash })
      return failedIn(next.file, { previous: previous.snapshot })
    }
    for (const [id, before] of [
      ['2026-11-22.1', '2026-11-22'],
      ['2026-11-22.10', '2026-11-22.9'],
      ['2026-11-22', '2026-11-21.4'],
      ['2026-11-25', '2026-11-21.4'],
    ] as const)
      expect(await follow(id, before), `${id} after ${before}`).toEqual([])
    for (const [id, before] of [
      ['2026-11-22.1', '2026-11-22.1'],
      ['2026-11-22.1', '2026-11-22.2'],
      ['2026-11-22.3', '2026-11-22.1'],
      ['2026-11-22', '2026-11-22'],
      ['2026-11-22', '2026-11-22.1'],
      ['2026-11-22.7', '2026-11-22'],
      ['2026-11-22.1', '2026-11-21'],
      ['2026-11-22.5', '2026-11-21.4'],
      ['2026-11-21', '2026-11-22'],
    ] as const)
      expect(await follow(id, before), `${id} after ${before}`).toEqual(['chain'])
    expect(await follow('2026-11-22.2', '2026-11-22.1', ['08:00', '08:00'])).toEqual(['chain'])
  })

  test('on a valid proof, with its key and the previous snapshot', async () => {
    const before = await createProof({ id: '2026-11-21' })
    const previous_hash = await hashSnapshot(before.snapshot)
    const file = await createProof({ previous_hash, signer: before.signer })
    expect(await failedIn(file, { key: file.key, previous: before.snapshot })).toEqual([])
  })

  test('on one additional unit, and on a dropped holder', async () => {
    const file = await createProof({ mine: ['12.500000'] })
    const [leaf] = file.leaves
    if (!leaf) throw new Error('No leaf')
    expect(await failedIn({ ...file, leaves: [{ ...leaf, units: '12.500001' }] })).toEqual(['root'])
    const without = await createProof({ mine: [], signer: file.signer })
    expect(await failedIn({ ...file, snapshot: without.snapshot })).toEqual(['root'])
  })

  test('of another root that was signed, with the right key and with another one', async () => {
    const file = await createProof()
    const series = file.snapshot.series.map((one) => ({ ...one, root: '0'.repeat(64) }))
    const { signature: _, ...unsigned } = { ...file.snapshot, series }
    const forged = await file.signer.sign(unsigned)
    expect(await failedIn({ ...file, snapshot: forged })).toEqual(['root', 'root'])
    const other = await createSigner()
    const foreign = { ...file, snapshot: await other.sign(unsigned), key: other.key }
    expect(await failedIn(foreign, { key: file.key })).toEqual(['key', 'root', 'root'])
    expect(await failedIn({ ...foreign, key: file.key })).toEqual(['signature', 'root', 'root'])
  })

  test('on leaves at one position in the trees of two series, each with all units held', async () => {
    const held = '150.000000'
    const gold = await createProof({ held })
    const { signer } = gold
    const tin = await createProof({ symbol: '$TIN', held, signer })
    const { signature: _, ...unsigned } = gold.snapshot
    const snapshot = await signer.sign({ ...unsigned, series: [...unsigned.series, ...tin.snapshot.series] })
    const opening = {
      account: gold.opening.account,
      keys: [gold, tin].flatMap((each) => each.opening.keys),
    }
    const file = { version: 2, snapshot, key: gold.key, opening, leaves: [...gold.leaves, ...tin.leaves] }
    expect(await failedIn(file)).toEqual([])
    const texts = (await checkInclusionProof(file)).slice(-4).map(({ text }) => text.split(';')[0])
    expect(texts).toEqual([
      '12.500000 units of $GOLD are in leaf 0',
      '7.250000 units of $GOLD are in leaf 1',
      '12.500000 units of $TIN are in leaf 0',
      '7.250000 units of $TIN are in leaf 1',
    ])
  })

  test('on a broken chain', async () => {
    const before = await createProof({ id: '2026-11-21' })
    const file = await createProof({ previous_hash: '0'.repeat(64) })
    expect(await failedIn(file, { previous: before.snapshot })).toEqual(['chain'])
  })

  test('on an attestation and a document, a replaced one, and a snapshot that names none', async () => {
    const encode = (text: string) => new TextEncoder().encode(text)
    const [attestation, terms] = [encode('%PDF-1.7 the attestation'), encode('%PDF-1.7 the terms')]
    const { signer } = await createProof()
    const { snapshot, key } = await createProof({
      signer,
      attestation: await sha256(attestation),
      documents: [await sha256(terms)],
    })
    const check = async (file: Uint8Array<ArrayBuffer>, named: Snapshot) =>
      expectEverywhere(file, { key, snapshot: named }, [checkDocument(named, await sha256(file))])
    const say = async (file: Uint8Array<ArrayBuffer>, named: Snapshot) =>
      (await runBoth(file, { key, snapshot: named })).out
    for (const file of [attestation, terms]) expect(await check(file, snapshot)).toEqual([])
    expect(await say(attestation, snapshot)).toContain(
      'ok   document Recorded in snapshot 2026-11-22 as the attestation of $GOLD.\n',
    )
    expect(await say(terms, snapshot)).toContain(
      'ok   document Recorded in snapshot 2026-11-22 as a document of $GOLD.\n',
    )
    const replaced = encode('%PDF-1.7 the other attestation')
    expect(await check(replaced, snapshot)).toEqual(['document'])
    expect(await say(replaced, snapshot)).toMatch(
      /^FAIL document Not recorded in snapshot 2026-11-22: no document or attestation has SHA-256 [0-9a-f]{64}\.$/m,
    )
    const earlier = await createProof({ signer })
    expect(await check(terms, earlier.snapshot)).toEqual(['document'])
    expect(await say(terms, earlier.snapshot)).toContain(
      'FAIL document Snapshot 2026-11-22 lists no documents and no attestation with SHA-256',
    )
    // A list that was changed, or signed out of order, names nothing.
    const naming = (documents: string[]) => ({
      ...snapshot,
      series: snapshot.series.map((one) => ({ ...one, documents_sha256: documents })),
    })
    const hash = await sha256(replaced)
    const changed = naming([hash])
    for (const [named, finding] of [
      [changed, 'signature'],
      [await signer.sign(naming([hash, hash])), 'units'],
    ] as const) {
      const found = await checkSnapshot(named, await findSigner(named, [{ key }]), { keys: [{ key }] })
      const given = { key, snapshot: named }
      expect(await expectEverywhere(replaced, given, found, ['document'])).toEqual([finding])
    }
  })

  test('on a snapshot alone that none of the keys has signed', async () => {
    const { snapshot } = await createProof()
    const { key } = await createSigner()
    const found = await checkSnapshot(snapshot, undefined, { keys: [{ key }] })
    expect(await expectEverywhere(JSON.stringify(snapshot), { key }, found)).toEqual(['signature'])
    const { out } = await runBoth(JSON.stringify(snapshot), { key })
    expect(out).toContain('FAIL signature Snapshot 2026-11-22 is not signed with any of the keys compared.')
    expect(out).not.toMatch(/^ok {3}key/m)
  })

  test('on the heads of the audit log and of a register', async () => {
    const { file, auditHead, registerHead } = await createProof()
    const given = { key: file.key }
    // Snapshots from before commitments contain the heads themselves.
    for (const head of [auditHead, registerHead, file.snapshot.audit_head])
      expect(await failedIn(file, { ...given, head })).toEqual([])
    // Without its nonce, with another one, and for another log.
    for (const head of [auditHead.slice(64), 'e'.repeat(64) + auditHead.slice(64), 'e'.repeat(128)])
      expect(await failedIn(file, { ...given, head })).toEqual(['head'])
    const { out } = await runBoth(JSON.stringify(file), { ...given, head: auditHead })
    expect(out).toContain('The head provided matches the audit log in snapshot 2026-11-22.')
    const { out: public_ } = await runBoth(JSON.stringify(file), { ...given, head: file.snapshot.audit_head })
    expect(public_).toContain(
      'Snapshot 2026-11-22 publishes this value for the audit log; anyone can read it',
    )
    // Nothing is said about an invented snapshot.
    const forged = { ...file, snapshot: { ...file.snapshot, audit_head: registerHead.slice(64) } }
    expect(await failedIn(forged, { ...given, head: registerHead.slice(64) })).toEqual(['signature', 'head'])
  })

  test('of an issued file, and of one that was changed or continued', async () => {
    async function* pdf() {
      yield new TextEncoder().encode('%PDF-1.7\n12.5 units\n')
      yield new TextEncoder().encode('startxref\n9\n%%EOF\n')
    }
    const { chunks } = await signIssuedFile(Promise.resolve({ rows: 1, chunks: pdf() }))
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    const issued = new Uint8Array(Buffer.concat(parts))
    const key = getProofKeys().publicKey
    const check = async (file: Uint8Array<ArrayBuffer>, of = key) =>
      expectEverywhere(file, { key: of }, [await checkSignedFile(file, of)])
    expect(await check(issued)).toEqual([])
    // No snapshot contains it, whichever is given.
    const { snapshot } = await createProof()
    const found = [await checkSignedFile(issued, key)]
    expect(await expectEverywhere(issued, { key, snapshot }, found)).toEqual([])
    const text = new TextDecoder('latin1').decode(issued)
    expect(text).toMatch(/%%EOF\n$/)
    expect(await check(new TextEncoder().encode(text.replace('12.5', '92.5')))).toEqual(['file'])
    expect(await check(new TextEncoder().encode(`${text}more\n`))).toEqual(['file'])
    for (const start of ['0', '09', '9999999999']) {
      const moved = text.replace(/startxref\n9\n%%EOF\n$/, `startxref\n${start}\n%%EOF\n`)
      expect(await check(new TextEncoder().encode(moved)), start).toEqual(['file'])
    }
    expect(await check(issued, (await createSigner()).key)).toEqual(['file'])
  })

  test('on the number at the end of an issued file', async () => {
    const { key, signBytes } = await createSigner()
    const check = async (end: string, start: string) => {
      const content = Buffer.from(`%PDF-1.7\n${end}`, 'latin1')
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
      const trailer = buildSignatureTrailer(await signBytes(getSignedBytes(digest)), start)
      const file = new Uint8Array([...content, ...new TextEncoder().encode(trailer)])
      return expectEverywhere(file, { key }, [await checkSignedFile(file, key)])
    }
    for (const start of ['0', '9', '9999999999'])
      expect(await check(`startxref\n${start}\n%%EOF\n`, start), start).toEqual([])
    expect(await check('startxref\r\n \t\f9\n%%EOF\r\n', '9')).toEqual([])
    for (const start of ['09', '00', '', '10000000000'])
      expect(await check(`startxref\n${start}\n%%EOF\n`, start), start).toEqual(['file'])
    for (const space of ['\xa0', '\v', ' '.repeat(200)])
      expect(await check(`startxref${space}9\n%%EOF\n`, '9'), space).toEqual(['file'])
  })
})

test('the Python checker imports nothing from this project', async () => {
  const source = await readFile('shared/proof/check.py', 'utf8')
  const imported = [...source.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name)
  expect(imported.toSorted()).toEqual([
    'argparse',
    'datetime',
    'hashlib',
    'hmac',
    'json',
    'os',
    're',
    'subprocess',
    'sys',
    'tempfile',
  ])
})
