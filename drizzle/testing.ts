import { randomBytes } from 'node:crypto'
import process from 'node:process'
import postgres from 'postgres'
import { type DatabaseConnection, openDatabase } from './client.ts'

export interface TestDatabase extends Pick<DatabaseConnection, 'sql' | 'db'> {
  /** For the owner, as `sql` and `db` connect. */
  url: string
  /** For the role that a running server connects as. */
  serverUrl: string
  /** Closes the pool and removes the database, even with other connections to it. */
  drop(): Promise<void>
}

/** The URL of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/**
 * Makes a database for one test file: a copy of the template that `testing-global-setup.ts` migrated
 * and seeded with the essentials. Throws outside of a test run.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const {
    TEST_DATABASE_URL: server,
    TEST_DATABASE_SERVER_URL: serverRole,
    TEST_DATABASE_PREFIX: prefix,
  } = process.env
  if (!server || !serverRole || !prefix)
    throw new Error('No test run: drizzle/testing-global-setup.ts must be set up first')
  const name = prefix + randomBytes(4).toString('hex')
  const url = databaseAt(server, name)
  await runOnServer(server, `create database ${name} template ${prefix}template`)
  const { sql, db, close } = openDatabase(url)
  return {
    url,
    serverUrl: databaseAt(serverRole, name),
    sql,
    db,
    drop: async () => {
      await close()
      await dropDatabase(server, name)
    },
  }
}

/** What PostgreSQL reports where a session of a superuser is connected, such as a worker of autovacuum. */
const NOT_PERMITTED = '42501'

/** Drops a database with its sessions. A worker of autovacuum cannot be ended by the owner, and is soon gone. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnServer(url, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_PERMITTED || attempt === 100) throw error
      await Bun.sleep(50)
    }
  }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const server = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await server.unsafe(statement)
  } finally {
    await server.end()
  }
}

/**
 * Removes all rows of tables and of those that reference them. Rows that are append-only are removed as well, which
 * only the owner of the tables can do: `sql` connects as the owner.
 */
export async function emptyTables(sql: postgres.Sql, tables: readonly string[]): Promise<void> {
  await sql.begin(async (transaction) => {
    const guarded = await transaction<{ name: string }[]>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' and tgrelid <> 'audit_log'::regclass`
    const setTriggers = async (state: 'disable' | 'enable') => {
      for (const { name } of guarded) {
        await transaction.unsafe(`alter table ${name} ${state} trigger append_only`)
      }
    }
    await setTriggers('disable')
    await transaction.unsafe(`truncate ${tables.join(', ')} cascade`)
    await setTriggers('enable')
  })
}
