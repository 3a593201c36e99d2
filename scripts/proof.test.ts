/** The commands of the proof, each started as an operator starts it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tokens } from '#db/schema/tokens'
import { createUser } from '#db/seed/factories'
import { createAttestation, dayFromNow, issueUnits } from '#db/seed/series-factories'
import { createTestDatabase, type TestDatabase } from '#db/testing'
import { hashSnapshot } from '#shared/proof/snapshot'
import { makeProof, makeSigner } from '#shared/proof/testing-proof'

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 })

const TODAY = dayFromNow(0)
const keys = {
  AUDIT_KEY: 'only-for-tests-audit-0123456789-abcdef',
  PROOF_KEY: 'only-for-tests-signing-0123456789-abcdef',
  PROOF_NONCE_KEY: 'only-for-tests-nonces-0123456789-abcdef',
}

let store: TestDatabase
let folder: string
beforeAll(async () => {
  store = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'lodefield-proof-'))
})
afterAll(async () => {
  await store.drop()
  await rm(folder, { recursive: true })
})

async function run(script: string, words: string[] = [], environment: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, `scripts/${script}.ts`, ...words], {
    cwd: dirname(import.meta.dirname),
    env: {
      ...process.env,
      ...keys,
      DATA_DIR: folder,
      DATABASE_URL: store.serverUrl,
      DATABASE_OWNER_URL: store.url,
      ...environment,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, code }
}

const keep = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const snapshots = () =>
  store.sql<
    { id: string; hash: string; content: string; public_key: string }[]
  >`select id, hash, content, public_key from proof_snapshots order by number`
const entries = () => store.sql`
  select action, entity, entity_id, admin_id, admin_name, after from audit_log where entity = 'proof' order by id`

describe('npm run proof:snapshot', () => {
  let token_id: number
  beforeAll(async () => {
    const { id } = await createUser(store.db)
    ;({ token_id } = await createAttestation(store.db))
    await issueUnits(store.db, token_id, { [id]: '12.5' })
  })

  test('publishes a snapshot, says its name and hash, and records it in the audit log', async () => {
    const { out, err, code } = await run('proof-snapshot')
    expect([code, err]).toEqual([0, ''])
    const [ofTheDay, made] = await snapshots()
    expect(ofTheDay?.id).toBe(TODAY)
    expect(made?.id).toBe(`${TODAY}.1`)
    expect(out).toBe(`[lodefield] Snapshot ${TODAY}.1 is published. SHA-256 ${made?.hash}\n`)
    expect(await entries()).toEqual([
      {
        action: 'proof.snapshot',
        entity: 'proof',
        entity_id: `${TODAY}.1`,
        admin_id: null,
        admin_name: 'command line',
        after: { id: `${TODAY}.1`, hash: made?.hash, date: JSON.parse(made?.content ?? '').date },
      },
    ])
    const audit = await run('audit-verify')
    expect([audit.code, audit.err]).toEqual([0, ''])
  })

  test('makes one that proof:verify accepts with its key and after the one before', async () => {
    expect((await run('proof-snapshot')).code).toBe(0)
    const [before, made] = (await snapshots()).slice(-2)
    const file = await keep('made.json', made?.content ?? '')
    const previous = await keep('before.json', before?.content ?? '')
    const { out, code } = await run('proof-verify', [
      file,
      '--key',
      made?.public_key ?? '',
      '--previous',
      previous,
    ])
    expect(code, out).toBe(0)
    expect(out).toMatch(/^ok {3}chain It names snapshot /m)
    expect(out).toMatch(/All checks that were made hold; 1 is open\.\n$/)
  })

  test.each([
    ['PROOF_KEY', 'The server does not have the key that signed the snapshot before.'],
    ['AUDIT_KEY', 'The audit log is sealed with another key. Set AUDIT_KEY as the server has it.'],
  ])('with another %s makes none, and says so in a line', async (name, sentence) => {
    const before = [await snapshots(), await entries()]
    const { out, err, code } = await run('proof-snapshot', [], {
      [name]: 'another-one-0123456789-abcdefghijk',
    })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect([await snapshots(), await entries()]).toEqual(before)
  })

  test('while an attestation has expired makes none, and publishes the reason', async () => {
    const before = [await snapshots(), await entries()]
    const [token] = await store.db.select().from(tokens).where(eq(tokens.id, token_id))
    const expired = dayFromNow(-1)
    await createAttestation(store.db, { token_id, as_of: expired, expires: expired })
    const reason = `The attestation of ${token?.symbol} expired on ${expired}.`
    const { err, code } = await run('proof-snapshot')
    expect([code, err]).toEqual([1, `[lodefield] No snapshot was made. ${reason}\n`])
    expect([await snapshots(), await entries()]).toEqual(before)
    expect(await store.sql`select code, reason from proof_failures order by id desc limit 1`).toEqual([
      { code: 'attestation', reason },
    ])
  })
})

describe('npm run proof:verify', () => {
  test('says what is counted, and that no key was compared unless it was', async () => {
    const { file: content, key } = await makeProof()
    const file = await keep('proof.json', content)
    const { out, err, code } = await run('proof-verify', [file])
    expect([code, err]).toEqual([2, ''])
    expect(out).toContain(
      'opening Every leaf was made for account A-000123. Compare the number with a statement',
    )
    expect(out).toMatch(/^open published Not compared /m)
    expect(out).toMatch(/^Snapshot 2026-11-22, made /m)
    expect(out).toContain('19.750000 units of $GOLD are counted in snapshot 2026-11-22. Compare the amount')
    expect(out).toContain('NOT PROVEN: anybody can sign such a file. Give the published key with --key.')
    expect((await run('proof-verify', [file, '--key', key])).out).toMatch(
      /All checks that were made hold; 2 are open\.\n$/,
    )
  })

  test('names each check that fails, and counts nothing then', async () => {
    const { file: content } = await makeProof()
    const forged = content.leaves.map((leaf, at) => (at === 0 ? { ...leaf, units: '12.500001' } : leaf))
    const file = await keep('forged.json', { ...content, leaves: forged })
    const { out, code } = await run('proof-verify', [file, '--key', (await makeSigner()).key])
    expect(code).toBe(1)
    expect([...out.matchAll(/^FAIL (\w+)/gm)].map(([, name]) => name)).toEqual(['key', 'root'])
    expect(out).toContain('2 of 6 checks fail.')
    expect(out).not.toContain('are counted')
  })

  test('refuses a chain that leads to another snapshot', async () => {
    const before = await makeProof({ id: '2026-11-21' })
    const next = await makeProof({
      signer: before.signer,
      previous_hash: await hashSnapshot(before.snapshot),
    })
    const other = await makeProof({ id: '2026-11-21', signer: before.signer })
    const file = await keep('next.json', next.snapshot)
    const words = (previous: string) => [file, '--key', next.key, '--previous', previous]
    expect((await run('proof-verify', words(await keep('true.json', before.snapshot)))).code).toBe(0)
    const { out, code } = await run('proof-verify', words(await keep('other.json', other.snapshot)))
    expect([code, /^FAIL chain/m.test(out)]).toEqual([1, true])
  })

  test('says why a file cannot be read', async () => {
    const path = await keep('damaged.json', '{"leaves":[],"leaves":[]}')
    const { out, code } = await run('proof-verify', [path])
    expect([code, out]).toEqual([
      1,
      `FAIL format name: A name stands twice in one object.\n${path} cannot be read, and nothing was checked.\n`,
    ])
  })

  test.each<[string, string[], unknown, string]>([
    ['no file', [], undefined, 'Usage: npm run proof:verify'],
    ['a file that is not there', ['/nonexistent.json'], undefined, '/nonexistent.json cannot be read'],
    ['a file without an end', ['/dev/zero'], undefined, '/dev/zero cannot be read: it has more than 250 MB'],
    ['an unknown option', ['--kee', 'a'], undefined, "Unknown option '--kee'"],
    ['text that is no key', ['--key', 'abc'], {}, "'abc' is no key and no file of keys."],
    ['a document without a key', [], '%PDF-1.7', 'it needs --key'],
  ])('explains %s with status 1', async (_, words, content, sentence) => {
    const file = content === undefined ? [] : [await keep('given', content)]
    const { out, err, code } = await run('proof-verify', [...file, ...words])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/\n\s+at /)
  })
})
