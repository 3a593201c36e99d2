/**
 * Runs once for all test files: a PostgreSQL (`TEST_DATABASE_URL`, or an embedded one in the temporary folder) with a
 * migrated and seeded template. Workers get both in their environment.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import postgres from 'postgres'
import { openDatabase } from './client.ts'
import { findOwner } from './data-folder-lock.ts'
import { type Embedded, LOCK_FILE, startEmbedded } from './embedded-postgres.ts'
import { migrateDatabase } from './migrate.ts'
import { seedEssentials } from './seed/essential-data.ts'
import { dropDatabase, getDatabaseUrl } from './test-database.ts'

const FOLDER = 'lodefield-test-engine-'

let finish: (() => Promise<void>) | undefined

export async function setup(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  const engine = given ? undefined : await startTestEngine()
  const url = given || engine?.url || ''
  const prefix = `lodefield_test_${randomBytes(4).toString('hex')}_`
  const serverUrl = engine?.serverUrl ?? asRole(url, `${prefix}server`)
  finish = async () => {
    if (engine) {
      delete process.env.TEST_DATABASE_URL
      await engine.stop()
    } else {
      await dropDatabases(url, prefix)
      await runOn(url, `drop role if exists ${prefix}server`)
    }
  }
  try {
    await makeTemplate(url, serverUrl, `${prefix}template`)
    // As in the embedded engine: tests read and end the server's connections.
    if (given) await runOn(url, `grant ${prefix}server to current_user`)
  } catch (error) {
    await finish()
    throw error
  }
  process.env.TEST_DATABASE_URL = url
  process.env.TEST_DATABASE_SERVER_URL = serverUrl
  process.env.TEST_DATABASE_PREFIX = prefix
}

export async function teardown(): Promise<void> {
  await finish?.()
}

async function startTestEngine(): Promise<Embedded> {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), FOLDER))
  // If run as root, the engine's account must be able to enter.
  await chmod(folder, 0o755)
  const engine = await startEmbedded(folder, { durable: false })
  return {
    ...engine,
    stop: async () => {
      await engine.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Folders of killed runs. An engine still running there ends once its files are removed. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER)) continue
    const folder = join(tmpdir(), name)
    try {
      // A run that is just starting has its folder before its lock.
      const age = Date.now() - (await stat(folder)).mtimeMs
      if (age > 60_000 && (await findOwner(join(folder, LOCK_FILE))) === undefined) {
        await rm(folder, { recursive: true, force: true })
      }
    } catch {
      // Another user's, or removed by another run.
    }
  }
}

/** The same URL for another role, with a different password. */
function asRole(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  address.password = randomBytes(24).toString('base64url')
  return address.href
}

async function runOn(url: string, statement: string): Promise<void> {
  const server = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await server.unsafe(statement)
  } finally {
    await server.end()
  }
}

async function makeTemplate(url: string, serverUrl: string, name: string): Promise<void> {
  await runOn(url, `create database ${name}`)
  const template = getDatabaseUrl(url, name)
  await migrateDatabase(template, getDatabaseUrl(serverUrl, name))
  const { db, close } = openDatabase(template, { max: 1 })
  await seedEssentials(db)
  await close()
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const server = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const left = await server<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${prefix})`
    for (const { datname } of left) await dropDatabase(url, datname)
  } finally {
    await server.end()
  }
}
