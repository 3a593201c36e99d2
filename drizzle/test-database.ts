import { randomBytes } from 'node:crypto'
import process from 'node:process'
import postgres from 'postgres'
import { type DatabaseConnection, openDatabase } from './client.ts'

export interface TestDatabase extends Pick<DatabaseConnection, 'sql' | 'db'> {
  /** For the owner, as whom `sql` and `db` connect. */
  url: string
  /** For the role of a running server. */
  serverUrl: string
  /** Closes the pool and drops the database, even if it has other connections. */
  drop(): Promise<void>
}

/** The URL of another database on the same server. */
export function getDatabaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/**
 * Creates a database for one test file: a copy of the template that `test-global-setup.ts` migrated and seeded with the
 * essentials. Throws outside a test run.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const {
    TEST_DATABASE_URL: server,
    TEST_DATABASE_SERVER_URL: serverRole,
    TEST_DATABASE_PREFIX: prefix,
  } = process.env
  if (!server || !serverRole || !prefix)
    throw new Error('No test run: drizzle/test-global-setup.ts must be set up first')
  const name = prefix + randomBytes(4).toString('hex')
  const url = getDatabaseUrl(server, name)
  await runOnServer(server, `create database ${name} template ${prefix}template`)
  const { sql, db, close } = openDatabase(url)
  return {
    url,
    serverUrl: getDatabaseUrl(serverRole, name),
    sql,
    db,
    drop: async () => {
      await close()
      await dropDatabase(server, name)
    },
  }
}

/** What PostgreSQL reports while a superuser session is connected, such as an autovacuum worker. */
const NOT_PERMITTED = '42501'

/** Drops a database with its sessions. The owner cannot end an autovacuum worker, which soon finishes. */
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
 * Removes all rows of tables and of those that reference them. It also removes append-only rows, which only the owner
 * of the tables can do: `sql` connects as the owner.
 */
export async function deleteAllRows(sql: postgres.Sql, tables: readonly string[]): Promise<void> {
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
