/**
 * `bun run proof:verify -- <file> [--key <hex>] [--previous <snapshot>] [--snapshot <file>]`: checks a proof, a snapshot,
 * a certificate of holding, a statement or an attestation without a network. `docs/proof-format.md` describes the checks.
 */
import { parseArgs } from 'node:util'
import { type CheckResult, checkAttestation, checkProof, checkSnapshot, sumLeaves } from '#shared/proof/check'
import { type ReadFile, readProofFile } from '#shared/proof/read-file'
import { checkSignedFile } from '#shared/proof/signed-file'
import type { Snapshot } from '#shared/proof/snapshot'
import { sha256 } from '#shared/sha256'
import { runMain, StartError } from './progress.ts'

const USAGE = `Usage: npm run proof:verify -- <file> [--key <hex>] [--previous <snapshot.json>] [--snapshot <snapshot.json or proof.json>]

--key       the published key, from /.well-known/lodefield-proof.json; needed for certificates and statements
--previous  the snapshot before, to check the chain
--snapshot  the snapshot that names an attestation: the file is checked as one`

function readOptions() {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      options: { key: text, previous: text, snapshot: text },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new StartError(USAGE)
    return { file, ...values }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Bun.file(path).bytes()
  } catch (error) {
    throw new StartError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The proof or the snapshot in a file; undefined when it is neither. Throws a {@link StartError} for a damaged one. */
function parse(bytes: Uint8Array): ReadFile | undefined {
  try {
    return readProofFile(new TextDecoder().decode(bytes))
  } catch (error) {
    throw error instanceof RangeError ? new StartError(error.message) : error
  }
}

/** The snapshot in a file, which may also be a proof. Throws a {@link StartError} for any other file. */
async function readSnapshot(path: string): Promise<Snapshot> {
  const content = parse(await readBytes(path))
  if (!content) throw new StartError(`${path} is neither a snapshot nor a proof.`)
  return content.kind === 'proof' ? content.file.snapshot : content.snapshot
}

type Options = ReturnType<typeof readOptions>

async function check(
  bytes: Uint8Array<ArrayBuffer>,
  content: ReadFile | undefined,
  { key, previous, snapshot }: Options,
): Promise<CheckResult[]> {
  const known = {
    ...(key !== undefined && { key }),
    ...(previous !== undefined && { previous: await readSnapshot(previous) }),
  }
  if (content?.kind === 'proof') return checkProof(content.file, known)
  if (key === undefined) throw new StartError(`This file is no proof: it needs --key.\n${USAGE}`)
  if (content) return checkSnapshot(content.snapshot, key, known)
  if (snapshot === undefined) return [await checkSignedFile(bytes, key)]
  const named = await readSnapshot(snapshot)
  return [...(await checkSnapshot(named, key, known)), checkAttestation(named, await sha256(bytes))]
}

await runMain(async () => {
  const options = readOptions()
  const bytes = await readBytes(options.file)
  const content = parse(bytes)
  const results = await check(bytes, content, options)
  for (const { finding, ok, text } of results) console.log(`${ok ? 'ok  ' : 'FAIL'} ${finding} ${text}`)
  const failed = results.filter(({ ok }) => !ok).length
  if (failed === 0 && content?.kind === 'proof')
    for (const [symbol, units] of sumLeaves(content.file.leaves))
      console.log(`${units} units of ${symbol} are counted in snapshot ${content.file.snapshot.id}.`)
  if (failed > 0) {
    console.log(`${failed} of ${results.length} checks fail.`)
    return 1
  }
  if (options.key === undefined) {
    console.log('NOT PROVEN: anybody can sign such a file. Give the published key with --key.')
    return 2
  }
  console.log('All checks hold.')
  return 0
})
