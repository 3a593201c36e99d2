import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { proofSnapshots } from '#db/schema/holdings/proof'
import { createAdmin, createFactor, createSession, createToken, createUser } from '#db/seed/factories'
import { createAttestation, issueUnits } from '#db/seed/series-factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'
import { computeCommitment } from '#shared/proof/head-commitment'

// Each command is a separate process.
vi.setConfig({ testTimeout: 60_000 })

const KEY = 'key-of-the-audit-log-0123456789-abcdef'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await store.sql`delete from admins`
})
afterAll(() => store.drop())

/** Runs a command as a person would, with `typed` piped in. */
async function run(
  script: string,
  words: string[] = [],
  typed = '',
  environment: Record<string, string> = {},
) {
  const child = Bun.spawn([process.execPath, `scripts/${script}.ts`, ...words], {
    cwd: dirname(import.meta.dirname),
    env: {
      ...process.env,
      DATABASE_URL: store.serverUrl,
      DATABASE_OWNER_URL: store.url,
      AUDIT_KEY: KEY,
      ...environment,
    },
    stdin: new Blob([typed]),
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

/** Adds a snapshot that commits to these heads, each preceded by its nonce. Only the commitments are published. */
async function addSnapshot({
  id,
  heads = {},
  audit,
}: {
  id: string
  heads?: Record<string, string>
  audit?: string
}) {
  const [last] = await store.sql<{ number: number; hash: string }[]>`
    select number, hash from proof_snapshots order by number desc limit 1`
  const number = (last?.number ?? 0) + 1
  const series = await Promise.all(
    Object.entries(heads).map(async ([symbol, opened]) => ({
      symbol,
      register_head: await computeCommitment(opened),
    })),
  )
  const row = {
    number,
    id,
    day: id,
    taken_at: new Date(`${id}T00:05:00Z`),
    content: JSON.stringify({
      series,
      audit_head: audit === undefined ? '' : await computeCommitment(audit),
    }),
    hash: String(number).padStart(64, '0'),
    previous_hash: last?.hash ?? null,
    public_key: 'a'.repeat(64),
    opened_audit_head: audit ?? null,
    opened_register_heads: heads,
  }
  await store.db.insert(proofSnapshots).values(row)
}

/** Deletes all snapshots, which only the owner of the table can do. */
async function removeSnapshots() {
  await store.sql`alter table proof_snapshots disable trigger user`
  await store.sql`delete from proof_snapshots`
  await store.sql`alter table proof_snapshots enable trigger user`
}

const adminOf = async (username: string) => {
  const [row] = await store.sql<{ id: number; is_active: boolean; password_hash: string }[]>`
    select id, is_active, password_hash from admins where username = ${username}`
  return row
}
const actions = async () =>
  (await store.sql<{ action: string }[]>`select action from audit_log order by id`).map(
    ({ action }) => action,
  )
const opens = async (username: string, password: string) =>
  Bun.password.verify(password, (await adminOf(username))?.password_hash ?? '')

describe('bun run admin', () => {
  test('creates an administrator with the password that is piped in, and prints it nowhere', async () => {
    const { out, err, code } = await run(
      'admin',
      ['create', 'warden', 'Warden@lodefield.example'],
      'Quartz-vein-42!\n',
    )
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe('Created administrator warden (owner).\n')
    expect(await opens('warden', 'Quartz-vein-42!')).toBe(true)
    expect(await actions()).toEqual(['admin.create'])
  })

  test.each([
    ['a weak password', ['create', 'weak', 'weak@lodefield.example'], 'short', 'Password must be'],
    ['no password', ['create', 'none', 'none@lodefield.example'], '', 'Password must be'],
    ['a name in use', ['create', 'WARDEN', 'other@lodefield.example'], 'Quartz-vein-42!', 'already in use'],
    ['what is no email', ['create', 'mail', 'no-email'], 'Quartz-vein-42!', 'a valid email address'],
    ['an unknown name', ['reset-password', 'nobody'], 'Quartz-vein-42!', 'Administrator nobody not found'],
  ])('rejects %s with a line and status 1', async (_, words, typed, sentence) => {
    const { err, code } = await run('admin', words, typed)
    expect(code).toBe(1)
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/\n\s+at /)
    expect(await actions()).toEqual(['admin.create'])
  })

  test('generates a password, shows it once, and ends the sessions', async () => {
    const admin = await adminOf('warden')
    await createSession(store.db, { role: 'admin', admin_id: admin?.id })
    const { out, code } = await run('admin', ['reset-password', 'warden', '--generate'])
    expect(code).toBe(0)
    const [, password = ''] = /shown only once\): (\S{20})\n/.exec(out) ?? []
    expect(await opens('warden', password)).toBe(true)
    const [open] =
      await store.sql`select 1 from sessions where admin_id = ${admin?.id ?? 0} and revoked_at is null`
    expect(open).toBeUndefined()
    expect((await actions()).at(-1)).toBe('admin.reset_password')
  })

  test('does not lock out the last one, and disables and enables the others', async () => {
    const last = await run('admin', ['disable', 'warden'])
    expect(last.code).toBe(1)
    expect(last.err).toContain('is the last active owner')
    const other = await createAdmin(store.db)
    await createSession(store.db, { role: 'admin', admin_id: other.id })
    expect((await run('admin', ['disable', other.username])).code).toBe(0)
    expect((await adminOf(other.username))?.is_active).toBe(false)
    const [open] = await store.sql`select 1 from sessions where admin_id = ${other.id} and revoked_at is null`
    expect(open).toBeUndefined()
    expect((await run('admin', ['enable', other.username])).code).toBe(0)
    expect((await adminOf(other.username))?.is_active).toBe(true)
    expect((await actions()).slice(-2)).toEqual(['admin.disable', 'admin.enable'])
  })

  test('removes the second factors of an administrator who is locked out, and ends the sessions', async () => {
    const other = await createAdmin(store.db)
    await createFactor(store.db, { admin_id: other.id })
    await createSession(store.db, { role: 'admin', admin_id: other.id })
    const { out, code } = await run('admin', ['remove-factors', other.username])
    expect([code, out]).toEqual([
      0,
      `Removed the two-step verification method of ${other.username} and ended all sessions. ${other.username} can now sign in with the password alone.\n`,
    ])
    const left = await store.sql`select from factors where admin_id = ${other.id}`
    const open = await store.sql`select from sessions where admin_id = ${other.id} and revoked_at is null`
    expect([left.length, open.length]).toEqual([0, 0])
    expect((await actions()).at(-1)).toBe('admin.remove_factor')
    const again = await run('admin', ['remove-factors', other.username])
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining('has no two-step verification method'),
    ])
  })

  test('creates one with the given roles', async () => {
    const words = ['create', 'clerk', 'clerk@lodefield.example', '--roles', 'support, auditor', '--generate']
    const { out, code } = await run('admin', words)
    expect([code, out]).toEqual([0, expect.stringContaining('(support, auditor).')])
    const [row] = await store.sql`select roles::text from admins where username = 'clerk'`
    expect(row?.roles).toBe('{support,auditor}')
    const unknown = await run(
      'admin',
      ['create', 'x', 'x@lodefield.example', '--roles', 'root'],
      'Quartz-vein-42!',
    )
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('Valid roles: owner, operator')])
  })

  test('lists them without a hash, and shows its usage', async () => {
    const { out } = await run('admin', ['list'])
    expect(out).toMatch(/^warden +active +warden@lodefield\.example +owner +never/m)
    expect(out).not.toContain('argon2')
    const { out: usage, code } = await run('admin', ['destroy'])
    expect(code).toBe(1)
    expect(usage).toContain('bun run admin create <username> <email>')
  })
})

describe('bun run register:verify', () => {
  const verify = (...words: string[]) => run('register-verify', words)

  test('reports each series, finds its earlier heads, and names what is broken', async () => {
    const { id: token_id, symbol } = await createToken(store.db)
    const { id: user_id } = await createUser(store.db)
    await createAttestation(store.db, { token_id })
    await issueUnits(store.db, token_id, { [user_id]: '7' })
    const [{ head } = { head: '' }] = await store.sql<{ head: string }[]>`
      select last_hash as head from register_heads where token_id = ${token_id}`
    const whole = await verify('--expect-head', head)
    expect([whole.code, whole.err]).toEqual([0, ''])
    expect(whole.out).toContain(`${symbol}: 2 entries, 1 holders, 7.000000 units in issue, head ${head}`)
    expect(whole.out).toContain(
      'The register is intact: hash chain, balance, holdings, limits and heads recorded in snapshots.',
    )
    const missing = await verify('--expect-head', 'f'.repeat(64))
    expect(missing.code).toBe(1)
    expect(missing.out).toContain(`Head ${'f'.repeat(64)}, recorded earlier, was not found in the register.`)
    expect((await verify('--expect', head)).err).toContain('--expect-head <hash>')
    const opened = 'd'.repeat(64) + head
    await addSnapshot({ id: '2026-11-21', heads: { [symbol]: opened } })
    await addSnapshot({ id: '2026-11-22', heads: { [symbol]: opened } })
    const named = await verify()
    expect(named.code).toBe(0)
    const ofNewest = `Head with its nonce, ${symbol}, in snapshot 2026-11-22: ${opened}`
    expect(named.out.match(/Head with its nonce.*/g)).toEqual([ofNewest])
    expect((await verify('--snapshot', '2026-11-21')).out).toContain(
      `Head with its nonce, ${symbol}, in snapshot 2026-11-21: ${opened}`,
    )
    await addSnapshot({ id: '2026-11-23', heads: { [symbol]: 'd'.repeat(64) + 'e'.repeat(64) } })
    const lost = await verify()
    expect(lost.code).toBe(1)
    expect(lost.out).toContain(
      `The head of the register of ${symbol} in snapshot 2026-11-23 is not one of its entries: entries were changed or removed since.`,
    )
    expect(lost.out).not.toContain('in snapshot 2026-11-22 is not')
    expect(lost.out).not.toContain('The register is intact')
    await removeSnapshots()
    await store.sql`alter table holdings disable trigger user`
    await store.sql`update holdings set units = 8 where token_id = ${token_id}`
    await store.sql`alter table holdings enable trigger user`
    const broken = await verify()
    expect(broken.code).toBe(1)
    expect(broken.out).toContain(`${symbol}`)
    expect(broken.out).not.toContain('The register is intact')
  })
})

describe('bun run audit:verify', () => {
  const verify = (...words: string[]) => run('audit-verify', words)

  test('reports a complete log, and finds its earlier heads', async () => {
    const whole = await verify()
    expect(whole.code).toBe(0)
    const [, head = ''] =
      /^Entries +6\nHead +([0-9a-f]{64})\nSealed +from entry 1\nThe audit log is intact/.exec(whole.out) ?? []
    const [earlier] = await store.sql<{ hash: string }[]>`select hash from audit_log where id = 2`
    expect((await verify('--expect-head', head, '--expect-head', String(earlier?.hash))).code).toBe(0)
    const missing = await verify('--expect-head', 'f'.repeat(64))
    expect(missing.code).toBe(1)
    expect(missing.out).toContain(`Head ${'f'.repeat(64)}, recorded earlier, was not found in the log`)
    expect((await verify('--expect', head)).err).toContain('--expect-head <hash>')
    const opened = 'd'.repeat(64) + earlier?.hash
    await addSnapshot({ id: '2026-11-21', audit: 'd'.repeat(64) })
    await addSnapshot({ id: '2026-11-22', audit: opened })
    const named = await verify()
    expect(named.code).toBe(0)
    expect(named.out).toContain(`Head with its nonce, in snapshot 2026-11-22: ${opened}\n`)
    await addSnapshot({ id: '2026-11-23', audit: 'd'.repeat(64) + 'e'.repeat(64) })
    const lost = await verify()
    expect(lost.code).toBe(1)
    expect(lost.out).toContain('The head of the audit log in snapshot 2026-11-23 is not one of its entries')
    await removeSnapshots()
  })

  test('fails without the key, or with another one', async () => {
    const without = await run('audit-verify', [], '', { AUDIT_KEY: '', DATA_DIR: '/nonexistent' })
    expect(without.code).toBe(1)
    expect(without.out).toContain('no key is available (AUDIT_KEY')
    const other = await run('audit-verify', [], '', { AUDIT_KEY: `${KEY}-and-more` })
    expect(other.code).toBe(1)
    expect(other.out).toContain('Chain broken at entry 1')
    const refused = await run('admin', ['enable', 'warden'], '', { AUDIT_KEY: `${KEY}-and-more` })
    expect(refused.err).toContain('Set AUDIT_KEY')
  })

  test('reports the broken entry of a log', async () => {
    await store.sql.unsafe(`
      alter table audit_log disable trigger user;
      update audit_log set action = 'admin.innocent' where id = 2;
      alter table audit_log enable trigger user`)
    const broken = await verify()
    expect(broken.code).toBe(1)
    expect(broken.out).toContain('Chain broken at entry 2')
  })
})
