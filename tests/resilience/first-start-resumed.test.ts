/** A killed first start: the next one completes what it began. */
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, deleteAllRows, type TestDatabase } from '#db/test-database'
import { endServers, type Server, startServer, waitUntil } from './server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-resumed-'))
  // If run as root, the engine's account must be able to enter.
  await chmod(folder, 0o755)
})
afterEach(endServers)
afterAll(() => rm(folder, { recursive: true, force: true }))

const firstStart = { ADMIN_PASSWORD: '', DEMO: 'true' }

/** Starts a server, and kills it once `isReached`. */
async function killAt(environment: Record<string, string>, isReached: () => Promise<boolean>) {
  const starting = startServer(environment).catch((error: Error) => error)
  await waitUntil(isReached, (reached) => reached, 60_000)
  await endServers()
  expect(await starting, 'It was killed before it was ready').toBeInstanceOf(Error)
}

/** The tokens that visitors see, and the sign-in statuses with the passwords in the data folder. */
async function readResult(server: Server, dataDir: string) {
  const lines = (await readFile(join(dataDir, 'first-passwords'), 'utf8')).trim().split('\n')
  const [admin = '', investor = ''] = lines.map((line) => line.split(/\s+/).at(-1))
  const signIns = await Promise.all([
    server.call('POST', '/auth/login', {
      body: { username: 'admin', password: admin },
      headers: { 'x-admin-path': 'path-for-tests-0123456789' },
    }),
    server.call('POST', '/auth/user/login', {
      body: { email: 'investor@lodefield.example', password: investor },
    }),
  ])
  const { body } = await server.call('GET', '/tokens')
  return {
    tokens: body.length,
    passwords: lines.length,
    signIns: signIns.map(({ status }) => status),
  }
}
const complete = { tokens: 10, passwords: 2, signIns: [200, 200] }

test('a start that was killed while it made the database is completed', async () => {
  const dataDir = join(folder, 'engine')
  const environment = { ...firstStart, DATA_DIR: dataDir }
  await killAt(environment, async () =>
    (await readdir(dataDir).catch(() => [])).some((name) => name.endsWith('.new')),
  )
  await killAt(environment, async () => existsSync(join(dataDir, 'postgres')))
  const server = await startServer(environment)
  expect(await readResult(server, dataDir)).toEqual(complete)
  await server.stop()
})

describe('a start that was killed', () => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await createTestDatabase()
    // As before the first start.
    await deleteAllRows(store.sql, ['settings', 'contact_departments', 'tokens', 'token_categories'])
    return () => store.drop()
  })

  /** Lets a start reach its first write into `table`, and kills it once there are rows in `reached`. */
  async function killBefore(table: string, reached: string, environment: Record<string, string>) {
    await store.sql.begin(async (sql) => {
      await sql.unsafe(`lock table ${table} in share row exclusive mode`)
      await killAt(environment, async () => (await sql.unsafe(`select from ${reached}`)).length > 0)
    })
  }

  test.each([
    { after: 'after the settings and tokens', table: 'admins', reached: 'settings' },
    { after: 'after the administrator, in the demonstration', table: 'users', reached: 'admins' },
  ])('$after is completed, and once', async ({ table, reached }) => {
    const dataDir = join(folder, table)
    const environment = {
      ...firstStart,
      DATA_DIR: dataDir,
      DATABASE_URL: store.serverUrl,
      DATABASE_OWNER_URL: store.url,
    }
    await killBefore(table, reached, environment)
    const server = await startServer(environment)
    expect(await readResult(server, dataDir)).toEqual(complete)
    await server.stop()
    expect(
      await store.sql`select step from first_start_steps where done_at is not null order by step`,
    ).toEqual([{ step: 'base' }, { step: 'demo' }])

    const later = await startServer(environment)
    expect(await readResult(later, dataDir)).toEqual(complete)
    await later.stop()
  })
})
