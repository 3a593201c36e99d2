/**
 * `bun run proof:verify -- <file> [--key <key>] [--previous <snapshot>] [--snapshot <file>] [--head <head>]`: checks a
 * proof, a snapshot, a document, an attestation, a certificate of holding or a statement without a network. The checks
 * are those of `docs/proof-format.md`.
 */
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkProof } from '#shared/proof/check'
import { checkDocument, checkSnapshot, findSigner, type Published } from '#shared/proof/check-snapshot'
import { DamagedFile } from '#shared/proof/damage'
import { isHead, NO_HEAD } from '#shared/proof/heads'
import { isPublicKey, type KnownKey, NO_KEY } from '#shared/proof/keys'
import { describeAge, describeCounted, describeHolder, openChecks } from '#shared/proof/notes'
import { type ReadFile, readProofFile } from '#shared/proof/read-file'
import type { CheckResult } from '#shared/proof/result'
import { bearsSignature, checkSignedFile } from '#shared/proof/signed-file'
import type { Snapshot } from '#shared/proof/snapshot'
import { sha256 } from '#shared/sha256'
import { runMain, StartError } from './progress.ts'

const USAGE = `Usage: npm run proof:verify -- <file> [--key <key>] [--previous <snapshot.json>] [--snapshot <snapshot.json or proof.json>] [--head <hex>]

--key       the published key, 64 hexadecimal digits, or the file /.well-known/lodefield-proof.json, which has the days of
            each key; needed for all files but proofs
--previous  the snapshot before, to check the chain
--snapshot  the published snapshot, to compare that of a proof with; or the one that names a document
--head      the head of the audit log or of a register with its nonce, 128 hexadecimal digits, to look for in the snapshot`

function readOptions() {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      options: { key: text, previous: text, snapshot: text, head: text },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new StartError(USAGE)
    return { file, ...values }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

/** The file that was read last. */
let reading = ''

/** The largest document is 200 MB. */
const MAX_BYTES = 250_000_000

/** The bytes of a file or a pipe. Throws for what has no end, or more than {@link MAX_BYTES}. */
async function readBounded(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1_000_000 })) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 1e6} MB`)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  reading = path
  try {
    return await readBounded(path)
  } catch (error) {
    throw new StartError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The snapshot in a file, which may also be a proof. Throws a {@link StartError} for any other file. */
async function readSnapshot(path: string): Promise<Snapshot> {
  const content = readProofFile(await readBytes(path))
  if (content?.kind === 'proof') return content.file.snapshot
  if (content?.kind === 'snapshot') return content.snapshot
  throw new StartError(`${path} is neither a snapshot nor a proof.`)
}

/** The keys that an option gives: one as text, or a file of them. Throws a {@link StartError} for anything else. */
async function readKeys(given: string): Promise<KnownKey[]> {
  const key = given.trim().toLowerCase()
  if (isPublicKey(key)) return [{ key }]
  if (await Bun.file(given).exists()) {
    const content = readProofFile(await readBytes(given))
    if (content?.kind === 'keys') return content.keys
  }
  throw new StartError(`'${given}' is no key and no file of keys. ${NO_KEY}`)
}

/** What is checked, with what cannot be; and what is said where all holds. */
interface Checked {
  results: CheckResult[]
  open?: CheckResult[]
  notes?: string[]
}

async function checkIssued(bytes: Uint8Array<ArrayBuffer>, keys: readonly KnownKey[]): Promise<Checked> {
  const results = await Promise.all(keys.map(({ key }) => checkSignedFile(bytes, key)))
  return { results: [results.find(({ ok }) => ok) ?? results[0]].flatMap((result) => result ?? []) }
}

async function check(
  bytes: Uint8Array<ArrayBuffer>,
  content: ReadFile | undefined,
  known: Published,
): Promise<Checked> {
  if (content?.kind === 'proof') {
    const { snapshot, key, leaves } = content.file
    const results = await checkProof(content.file, known)
    const open = openChecks(snapshot, known, key)
    if (results.slice(-leaves.length).some(({ ok }) => !ok)) return { results, open }
    const holder: CheckResult = { finding: 'opening', ok: true, text: describeHolder(content.file) }
    const notes = [...describeCounted(content.file), describeAge(snapshot, undefined)]
    return { results: [...results, holder], open, notes }
  }
  const { keys } = known
  if (!keys) throw new StartError(`This file is no proof: it needs --key.\n${USAGE}`)
  if (content?.kind === 'keys')
    throw new StartError(`This file is a list of keys: give it with --key.\n${USAGE}`)
  const named = content?.snapshot ?? known.published
  // Certificates and statements are signed themselves: no snapshot names them.
  if (!named || (!content && bearsSignature(bytes))) return checkIssued(bytes, keys)
  // With a document, the snapshot that is given is the one that is checked.
  const rest = content ? known : { ...known, published: undefined }
  const key = await findSigner(named, keys)
  const results = await checkSnapshot(named, key, rest)
  const open = openChecks(named, rest)
  if (content) return { results, open, notes: [describeAge(named, undefined)] }
  if (results.every(({ ok }) => ok))
    return { results: [...results, checkDocument(named, await sha256(bytes))], open }
  const unnamed: CheckResult = {
    finding: 'document',
    ok: false,
    text: `Not compared: snapshot ${named.id} does not hold.`,
  }
  return { results, open: [unnamed, ...open] }
}

/** Marks that would move the cursor, end the line or turn its direction: text of a file writes no line of its own. */
const CONTROLS = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
const print = (line: string) => console.log(line.replace(CONTROLS, '?'))

function report({ results, open = [], notes = [] }: Checked, hasKey: boolean): number {
  for (const { finding, ok, text } of results) print(`${ok ? 'ok  ' : 'FAIL'} ${finding} ${text}`)
  for (const { finding, text } of open) print(`open ${finding} ${text}`)
  const failed = results.filter(({ ok }) => !ok).length
  if (failed > 0) {
    print(`${failed} of ${results.length} checks ${failed === 1 ? 'fails' : 'fail'}.`)
    return 1
  }
  for (const note of notes) print(note)
  if (!hasKey) {
    print('NOT PROVEN: anybody can sign such a file. Give the published key with --key.')
    return 2
  }
  const unmade = open.length
  print(
    unmade > 0
      ? `All checks that were made hold; ${unmade} ${unmade === 1 ? 'is' : 'are'} open.`
      : 'All checks hold.',
  )
  return 0
}

async function main(): Promise<number> {
  const { file, key, previous, snapshot, head: given } = readOptions()
  const head = given?.trim().toLowerCase()
  if (head !== undefined && !isHead(head)) throw new StartError(`'${given}' is no head. ${NO_HEAD}`)
  const known = {
    head,
    areKeysGiven: true,
    isPublishedGiven: true,
    keys: key === undefined ? undefined : await readKeys(key),
    previous: previous === undefined ? undefined : await readSnapshot(previous),
    published: snapshot === undefined ? undefined : await readSnapshot(snapshot),
  }
  const bytes = await readBytes(file)
  return report(await check(bytes, readProofFile(bytes), known), key !== undefined)
}

await runMain(async () => {
  try {
    return await main()
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error
    print(`FAIL format ${error.reason}: ${error.message}`)
    print(`${reading} cannot be read, and nothing was checked.`)
    return 1
  }
})
