/** The proof commands, each started as an operator starts it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tokens } from '#db/schema/catalog/tokens'
import { createUser } from '#db/seed/factories'
import { createAttestation, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { hashSnapshot } from '#shared/proof/snapshot'
import { createProof, createSigner } from '#shared/proof/test-proof'

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 })

const TODAY = getDayFromNow(0)
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

  test('publishes a snapshot, prints its name and hash, and records it in the audit log', async () => {
    const { out, err, code } = await run('proof-snapshot')
    expect([code, err]).toEqual([0, ''])
    const [ofTheDay, made] = await snapshots()
    expect(ofTheDay?.id).toBe(TODAY)
    expect(made?.id).toBe(`${TODAY}.1`)
    expect(out).toBe(`[lodefield] Snapshot ${TODAY}.1 published. SHA-256 ${made?.hash}\n`)
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

  test('takes one that proof:verify accepts with its key and after the previous one', async () => {
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
    expect(out).toMatch(/^ok {3}chain It correctly follows snapshot /m)
    expect(out).toMatch(/All checks performed passed; 1 not performed\.\n$/)
  })

  test.each([
    ['PROOF_KEY', 'The key that signed the previous snapshot is not available on the server.'],
    [
      'AUDIT_KEY',
      'The audit log is sealed with a different key. Set AUDIT_KEY to the value used by the server.',
    ],
  ])('with another %s takes none, and says so in a line', async (name, sentence) => {
    const before = [await snapshots(), await entries()]
    const { out, err, code } = await run('proof-snapshot', [], {
      [name]: 'another-one-0123456789-abcdefghijk',
    })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect([await snapshots(), await entries()]).toEqual(before)
  })

  test('while an attestation has expired takes none, and publishes the reason', async () => {
    const before = [await snapshots(), await entries()]
    const [token] = await store.db.select().from(tokens).where(eq(tokens.id, token_id))
    const expired = getDayFromNow(-1)
    await createAttestation(store.db, { token_id, as_of: expired, expires: expired })
    const reason = `The attestation of ${token?.symbol} expired on ${expired}.`
    const { err, code } = await run('proof-snapshot')
    expect([code, err]).toEqual([1, `[lodefield] The snapshot failed. ${reason}\n`])
    expect([await snapshots(), await entries()]).toEqual(before)
    expect(await store.sql`select code, reason from proof_failures order by id desc limit 1`).toEqual([
      { code: 'attestation', reason },
    ])
  })
})

describe('npm run proof:verify', () => {
  test('says what is included, and that no key was compared unless it was', async () => {
    const { file: content, key } = await createProof()
    const file = await keep('proof.json', content)
    const { out, err, code } = await run('proof-verify', [file])
    expect([code, err]).toEqual([2, ''])
    expect(out).toContain(
      'opening Every leaf belongs to account A-000123. Compare this with the account number',
    )
    expect(out).toMatch(/^open published Not compared /m)
    expect(out).toMatch(/^Snapshot 2026-11-22, taken /m)
    expect(out).toContain('19.750000 units of $GOLD are included in snapshot 2026-11-22. Compare this')
    expect(out).toContain('NOT PROVEN: anyone can sign such a file. Pass the published key with --key.')
    expect((await run('proof-verify', [file, '--key', key])).out).toMatch(
      /All checks performed passed; 2 not performed\.\n$/,
    )
  })

  test('names each failing check, and then counts nothing', async () => {
    const { file: content } = await createProof()
    const forged = content.leaves.map((leaf, at) => (at === 0 ? { ...leaf, units: '12.500001' } : leaf))
    const file = await keep('forged.json', { ...content, leaves: forged })
    const { out, code } = await run('proof-verify', [file, '--key', (await createSigner()).key])
    expect(code).toBe(1)
    expect([...out.matchAll(/^FAIL (\w+)/gm)].map(([, name]) => name)).toEqual(['key', 'root'])
    expect(out).toContain('2 of 6 checks failed.')
    expect(out).not.toContain('are included')
  })

  test('rejects a chain that leads to another snapshot', async () => {
    const before = await createProof({ id: '2026-11-21' })
    const next = await createProof({
      signer: before.signer,
      previous_hash: await hashSnapshot(before.snapshot),
    })
    const other = await createProof({ id: '2026-11-21', signer: before.signer })
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
      `FAIL format name: An object contains a duplicate name.\n${path} could not be read; no checks were performed.\n`,
    ])
  })

  test.each<[string, string[], unknown, string]>([
    ['no file', [], undefined, 'Usage: npm run proof:verify'],
    ['a file that is not there', ['/nonexistent.json'], undefined, '/nonexistent.json cannot be read'],
    ['a file without an end', ['/dev/zero'], undefined, '/dev/zero cannot be read: it is larger than 250 MB'],
    ['an unknown option', ['--kee', 'a'], undefined, "Unknown option '--kee'"],
    ['text that is no key', ['--key', 'abc'], {}, "'abc' is neither a key nor a key file."],
    ['a document without a key', [], '%PDF-1.7', '--key is required'],
  ])('explains %s with status 1', async (_, words, content, sentence) => {
    const file = content === undefined ? [] : [await keep('given', content)]
    const { out, err, code } = await run('proof-verify', [...file, ...words])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/\n\s+at /)
  })
})
