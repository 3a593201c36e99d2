/** The output of a server's start when it is not a terminal, and what it must not contain. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, deleteAllRows, type TestDatabase } from '#db/test-database'
import { endServers, startServer, waitUntil } from './server.ts'

let store: TestDatabase
let folder: string
beforeAll(async () => {
  store = await createTestDatabase()
  // As before the first start.
  await deleteAllRows(store.sql, ['settings', 'contact_departments', 'tokens', 'token_categories'])
  folder = await mkdtemp(join(tmpdir(), 'lodefield-first-'))
})
afterAll(async () => {
  await endServers()
  await store.drop()
  await rm(folder, { recursive: true, force: true })
})

const linesOf = (said: string[]) =>
  said.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))

test('secrets are in files readable by their owner only, and not in the output', async () => {
  const server = await startServer({
    DATABASE_URL: store.serverUrl,
    DATABASE_OWNER_URL: store.url,
    DATA_DIR: folder,
    ADMIN_PASSWORD: '',
    ADMIN_PATH_SECRET: '',
    AUDIT_KEY: '',
    PROOF_KEY: '',
    PROOF_NONCE_KEY: '',
    FACTOR_KEY: '',
    DEMO: 'true',
  })
  const read = async (name: string) => {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    return (await readFile(join(folder, name), 'utf8')).trim()
  }
  const path = await read('admin-path')
  const [administrator = '', investor = ''] = (await read('first-passwords')).split('\n')
  const passwordOf = (line: string) => line.split(/\s+/).at(-1) ?? ''
  const { status } = await server.call('POST', '/auth/login', {
    body: { username: 'admin', password: passwordOf(administrator) },
    headers: { 'x-admin-path': path },
  })
  const { status: ofInvestor } = await server.call('POST', '/auth/user/login', {
    body: { email: 'investor@lodefield.example', password: passwordOf(investor) },
  })
  server.kill('SIGTERM')
  await server.ended()

  expect([status, ofInvestor]).toEqual([200, 200])
  const said = server.said.join('\n')
  const keys = await Promise.all(['audit-key', 'proof-key', 'proof-nonce-key'].map(read))
  for (const secret of [path, passwordOf(administrator), passwordOf(investor), ...keys]) {
    expect(secret.length).toBeGreaterThan(15)
    expect(said).not.toContain(secret)
  }
  expect(said).toContain(join(folder, 'first-passwords'))
  expect(said).toContain(join(folder, 'admin-path'))
  expect(said).toContain('Email           not configured: set SMTP_URL; npm run mail lists pending emails')
  expect(said).toContain(
    'Two-step        not required for administrators (set ADMIN_SECOND_FACTOR=required to require it)',
  )
  // The role is the server's own, so there is nothing to warn about.
  expect(linesOf(server.said).filter(({ level }) => level >= 40)).toEqual([])

  // The head of the audit log left with the log; the last one when the server stopped.
  const [head] = await store.sql`select last_id as id, last_hash as hash from audit_head`
  expect(linesOf(server.said).findLast((line) => line.audit_head)?.audit_head).toEqual(head)
})

describe('logs a warning for a weak setting that names the variable:', () => {
  const warningsOf = async (environment: Record<string, string>) => {
    const server = await startServer({
      DATABASE_URL: store.serverUrl,
      DATA_DIR: folder,
      AUDIT_KEY: '',
      ...environment,
    })
    await waitUntil(
      async () => server.said,
      (said) => said.some((line) => line.includes('"ready"')),
    )
    await server.stop()
    return linesOf(server.said)
      .filter(({ level }) => level >= 40)
      .map(({ msg }) => String(msg))
  }

  test('one role for everything', async () => {
    expect(await warningsOf({ DATABASE_URL: store.url })).toEqual([
      expect.stringContaining('DATABASE_OWNER_URL'),
    ])
  })

  test('https without a trusted proxy', async () => {
    expect(await warningsOf({ PUBLIC_ORIGIN: 'https://lodefield.example', TRUST_PROXY: '' })).toEqual([
      expect.stringContaining('TRUST_PROXY'),
    ])
  })

  test('another key than the one the audit log is sealed with', async () => {
    expect(await warningsOf({ AUDIT_KEY: 'another-key-for-tests-9876543210-zyxwvu' })).toEqual([
      expect.stringContaining('AUDIT_KEY'),
    ])
  })
})

describe('a database of a newer version', () => {
  beforeAll(async () => {
    await store.sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'of a later version', max(created_at) + 1 from drizzle.__drizzle_migrations`
    await store.sql`comment on table drizzle.__drizzle_migrations is '9999_later'`
  })
  afterAll(async () => {
    await store.sql`delete from drizzle.__drizzle_migrations where hash = 'of a later version'`
  })
  const roles = (): Record<string, string>[] => [
    { DATABASE_URL: store.serverUrl },
    { DATABASE_URL: store.serverUrl, DATABASE_OWNER_URL: store.url },
  ]

  test('prevents this one from starting, with one line that names both', async () => {
    for (const environment of roles()) {
      await expect(startServer(environment)).rejects.toThrow(
        /^\s*Lodefield could not start: The database was made by a newer version of Lodefield: its newest migration is 9999_later, and the newest of this version is \d{4}_\w+\. [^\n]+\n$/,
      )
    }
  })

  test('is used, with a warning in the log, if ALLOW_NEWER_DATABASE is set', async () => {
    for (const environment of roles()) {
      const server = await startServer({ ...environment, ALLOW_NEWER_DATABASE: 'true' })
      const { status } = await server.call('GET', '/ready')
      await server.stop()
      expect(status).toBe(200)
      const warnings = linesOf(server.said).filter(({ level }) => level === 40)
      expect(warnings.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('9999_later'))
    }
  })
})

test('a weak or common initial password prevents the start with one line', async () => {
  await deleteAllRows(store.sql, ['settings'])
  const common: Record<string, string>[] = [
    { ADMIN_PASSWORD: 'P@ssw0rd1' },
    { DEMO_PASSWORD: 'Password1!', DEMO: 'true' },
  ]
  for (const passwords of common) {
    await expect(startServer({ DATABASE_URL: store.serverUrl, ...passwords })).rejects.toThrow(
      /Lodefield could not start: (?:ADMIN|DEMO)_PASSWORD must be less common[^\n]+\n$/,
    )
  }
  await expect(startServer({ DATABASE_URL: store.serverUrl, ADMIN_PASSWORD: 'a' })).rejects.toThrow(
    /^\s*Configuration: ADMIN_PASSWORD must be [^\n]+\n$/,
  )
})
