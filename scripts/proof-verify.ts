/**
 * `bun run proof:verify -- <file> [--key <key>] [--previous <snapshot>] [--snapshot <file>] [--head <head>]`: checks a
 * proof, a snapshot, a document, an attestation, a certificate of holding or a statement offline. The checks are those
 * of `docs/proof-format.md`.
 */
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkInclusionProof } from '#shared/proof/check-inclusion-proof'
import type { CheckResult } from '#shared/proof/check-result'
import { checkDocument, checkSnapshot, findSigner, type PublishedData } from '#shared/proof/check-snapshot'
import { INVALID_HEAD_MESSAGE, isChainHead } from '#shared/proof/head-commitment'
import { MalformedFileError } from '#shared/proof/malformed-file'
import { type ParsedProofFile, parseProofFile } from '#shared/proof/parse-proof-file'
import { INVALID_KEY_MESSAGE, isPublicKey, type KnownKey } from '#shared/proof/published-keys'
import {
  describeAge,
  describeHolder,
  describeIncludedUnits,
  listUnmadeChecks,
} from '#shared/proof/report-notes'
import { checkSignedFile, hasSignature } from '#shared/proof/signed-file'
import type { Snapshot } from '#shared/proof/snapshot'
import { sha256 } from '#shared/sha256'
import { CommandError, runMain } from './terminal-output.ts'

const USAGE = `Usage: npm run proof:verify -- <file> [--key <key>] [--previous <snapshot.json>] [--snapshot <snapshot.json or proof.json>] [--head <hex>]

--key published key (64 hexadecimal digits), or the file /.well-known/lodefield-proof.json, which includes the validity of each key; required for all files except proofs
--previous previous snapshot, to check the chain
--snapshot published snapshot, to compare with the one in a proof, or to look up a document
--head head of the audit log or of a register with its nonce (128 hexadecimal digits), to look up in the snapshot`

function readOptions() {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      options: { key: text, previous: text, snapshot: text, head: text },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new CommandError(USAGE)
    return { file, ...values }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message}\n${USAGE}`)
  }
}

/** The most recently read file. */
let reading = ''

/** The largest document is 200 MB. */
const MAX_BYTES = 250_000_000

/** The bytes of a file or a pipe. Throws for endless input, or more than {@link MAX_BYTES}. */
async function readBounded(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1_000_000 })) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1e6} MB`)
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
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The snapshot in a file, which may also be a proof. Throws a {@link CommandError} for any other file. */
async function readSnapshot(path: string): Promise<Snapshot> {
  const content = parseProofFile(await readBytes(path))
  if (content?.kind === 'proof') return content.file.snapshot
  if (content?.kind === 'snapshot') return content.snapshot
  throw new CommandError(`${path} is neither a snapshot nor a proof.`)
}

/** The keys given by an option: one as text, or a file of them. Throws a {@link CommandError} for anything else. */
async function readKeys(given: string): Promise<KnownKey[]> {
  const key = given.trim().toLowerCase()
  if (isPublicKey(key)) return [{ key }]
  if (await Bun.file(given).exists()) {
    const content = parseProofFile(await readBytes(given))
    if (content?.kind === 'keys') return content.keys
  }
  throw new CommandError(`'${given}' is neither a key nor a key file. ${INVALID_KEY_MESSAGE}`)
}

/** What is checked, what cannot be, and the message if everything is valid. */
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
  content: ParsedProofFile | undefined,
  known: PublishedData,
): Promise<Checked> {
  if (content?.kind === 'proof') {
    const { snapshot, key, leaves } = content.file
    const results = await checkInclusionProof(content.file, known)
    const open = listUnmadeChecks(snapshot, known, key)
    if (results.slice(-leaves.length).some(({ ok }) => !ok)) return { results, open }
    const holder: CheckResult = { finding: 'opening', ok: true, text: describeHolder(content.file) }
    const notes = [...describeIncludedUnits(content.file), describeAge(snapshot, undefined)]
    return { results: [...results, holder], open, notes }
  }
  const { keys } = known
  if (!keys) throw new CommandError(`This file is not a proof, so --key is required.\n${USAGE}`)
  if (content?.kind === 'keys')
    throw new CommandError(`This file is a key list; pass it with --key.\n${USAGE}`)
  const named = content?.snapshot ?? known.published
  // Certificates and statements are signed themselves: no snapshot contains them.
  if (!named || (!content && hasSignature(bytes))) return checkIssued(bytes, keys)
  // With a document, the given snapshot is the one that is checked.
  const rest = content ? known : { ...known, published: undefined }
  const key = await findSigner(named, keys)
  const results = await checkSnapshot(named, key, rest)
  const open = listUnmadeChecks(named, rest)
  if (content) return { results, open, notes: [describeAge(named, undefined)] }
  if (results.every(({ ok }) => ok))
    return { results: [...results, checkDocument(named, await sha256(bytes))], open }
  const unnamed: CheckResult = {
    finding: 'document',
    ok: false,
    text: `Not checked: snapshot ${named.id} is not valid.`,
  }
  return { results, open: [unnamed, ...open] }
}

/**
 * Characters that would move the cursor, end the line or change its direction: text from a file must not write its own
 * lines.
 */
const CONTROLS = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
const print = (line: string) => console.log(line.replace(CONTROLS, '?'))

function report({ results, open = [], notes = [] }: Checked, hasKey: boolean): number {
  for (const { finding, ok, text } of results) print(`${ok ? 'ok  ' : 'FAIL'} ${finding} ${text}`)
  for (const { finding, text } of open) print(`open ${finding} ${text}`)
  const failed = results.filter(({ ok }) => !ok).length
  if (failed > 0) {
    print(`${failed} of ${results.length} checks failed.`)
    return 1
  }
  for (const note of notes) print(note)
  if (!hasKey) {
    print('NOT PROVEN: anyone can sign such a file. Pass the published key with --key.')
    return 2
  }
  const unmade = open.length
  print(unmade > 0 ? `All checks performed passed; ${unmade} not performed.` : 'All checks passed.')
  return 0
}

async function main(): Promise<number> {
  const { file, key, previous, snapshot, head: given } = readOptions()
  const head = given?.trim().toLowerCase()
  if (head !== undefined && !isChainHead(head))
    throw new CommandError(`'${given}' is not a valid head. ${INVALID_HEAD_MESSAGE}`)
  const known = {
    head,
    areKeysGiven: true,
    isPublishedGiven: true,
    keys: key === undefined ? undefined : await readKeys(key),
    previous: previous === undefined ? undefined : await readSnapshot(previous),
    published: snapshot === undefined ? undefined : await readSnapshot(snapshot),
  }
  const bytes = await readBytes(file)
  return report(await check(bytes, parseProofFile(bytes), known), key !== undefined)
}

await runMain(async () => {
  try {
    return await main()
  } catch (error) {
    if (!(error instanceof MalformedFileError)) throw error
    print(`FAIL format ${error.reason}: ${error.message}`)
    print(`${reading} could not be read; no checks were performed.`)
    return 1
  }
})
