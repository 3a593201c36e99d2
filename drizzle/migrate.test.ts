import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { exportTables, type TableExport } from './backup.ts'
import { migrateDatabase } from './migrate.ts'
import { OperatorError } from './operator-error.ts'
import { listBackupMigrations } from './restore.ts'
import * as schema from './schema/index.ts'
import { SQUASHED_MIGRATIONS } from './squashed-migrations.ts'
import { dropDatabase, getDatabaseUrl } from './test-database.ts'
import { logReplacedMigrations } from './test-squashed-migrations.ts'

// drizzle-kit adds an enumerable method to all arrays. The PDF reader used by other test files rejects that.
Reflect.deleteProperty(Array.prototype, 'random')

const migrations = join(import.meta.dirname, 'migrations')

interface Journal {
  entries: { idx: number; tag: string }[]
}
const journal = JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8')) as Journal

/** Runs the work with a database that has no tables yet, then drops it. */
async function withEmptyDatabase(work: (url: string, sql: postgres.Sql) => Promise<void>): Promise<void> {
  const { TEST_DATABASE_URL: server = '', TEST_DATABASE_PREFIX: prefix } = process.env
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  const owner = postgres(server, { max: 1 })
  await owner.unsafe(`create database ${name}`)
  const url = getDatabaseUrl(server, name)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(url, sql)
  } finally {
    await sql.end()
    await owner.end()
    await dropDatabase(server, name)
  }
}

test('concurrent starters migrate once and all succeed', () =>
  withEmptyDatabase(async (url, sql) => {
    await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(url)))
    await migrateDatabase(url)
    const rows = await sql`select * from drizzle.__drizzle_migrations`
    expect(rows).toHaveLength(journal.entries.length)
  }))

describe('a database migrated by another version', () => {
  const newest = journal.entries.at(-1)?.tag

  /** Adds a migration to the log as a later version would, with the name that it leaves. */
  async function migrateFurther(sql: postgres.Sql): Promise<void> {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'of a later version', max(created_at) + 1 from drizzle.__drizzle_migrations`
    await sql`comment on table drizzle.__drizzle_migrations is '9999_later'`
  }

  test('is rejected with a message that names both versions, and left unchanged', () =>
    withEmptyDatabase(async (url, sql) => {
      expect((await migrateDatabase(url)).applied).toEqual(journal.entries.map(({ tag }) => tag))
      expect((await migrateDatabase(url)).applied).toEqual([])
      await migrateFurther(sql)
      const refused = migrateDatabase(url)
      await expect(refused).rejects.toThrow(OperatorError)
      await expect(refused).rejects.toThrow(
        `The database was made by a newer version of Lodefield: its newest migration is 9999_later, and the newest of this version is ${newest}.`,
      )
      await expect(refused).rejects.toThrow('ALLOW_NEWER_DATABASE')
    }))

  test('is rejected in a backup too, which this version could not restore', () =>
    withEmptyDatabase(async (url, sql) => {
      await migrateDatabase(url)
      await migrateFurther(sql)
      const saved: string[] = []
      const save = async ({ table, bytes }: TableExport) => {
        for await (const _ of bytes) saved.push(table)
      }
      await expect(exportTables(url, save)).rejects.toThrow('9999_later')
      expect(saved).toEqual([])
      const snapshot = await exportTables(url, save, { allowNewer: true })
      expect(snapshot.newest_migration).toBe('9999_later')
      expect(() => listBackupMigrations(snapshot)).toThrow(
        `The backup was made by a newer version of Lodefield: its newest migration is 9999_later, and the newest of this version is ${newest}. Restore it with that version.`,
      )
    }))

  test('is used as it is if the operator allows it', () =>
    withEmptyDatabase(async (url, sql) => {
      await migrateDatabase(url)
      await migrateFurther(sql)
      await expect(migrateDatabase(url, url, { allowNewer: true })).resolves.toEqual({
        applied: [],
        warning: expect.stringContaining('9999_later'),
      })
      const [{ newest: kept } = {}] =
        await sql`select obj_description('drizzle.__drizzle_migrations'::regclass) as newest`
      expect(kept).toBe('9999_later')
    }))

  test('is rejected if an earlier migration is unknown, even if the latest ones match', () =>
    withEmptyDatabase(async (url, sql) => {
      await migrateDatabase(url)
      await sql`update drizzle.__drizzle_migrations set hash = 'of a branch' where id = 2`
      await expect(migrateDatabase(url)).rejects.toThrow('was made by another version of Lodefield')
    }))
})

test('a role that may not migrate is told so on a database without tables', () =>
  withEmptyDatabase(async (url) => {
    const server = process.env.TEST_DATABASE_SERVER_URL ?? ''
    const refused = migrateDatabase(getDatabaseUrl(server, new URL(url).pathname.slice(1)))
    await expect(refused).rejects.toThrow(OperatorError)
    await expect(refused).rejects.toThrow('The database has no tables yet')
  }))

test('the migrations create the whole schema: nothing is left to generate', async () => {
  const last = String(journal.entries.at(-1)?.idx).padStart(4, '0')
  const snapshot = JSON.parse(await readFile(join(migrations, `meta/${last}_snapshot.json`), 'utf8'))
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([])
  // Earlier snapshots are not compared with anything.
  expect((await readdir(join(migrations, 'meta'))).sort()).toEqual([`${last}_snapshot.json`, '_journal.json'])
})

test('accounts and sessions from before email confirmation stay usable', () =>
  withEmptyDatabase(async (url, sql) => {
    const before = journal.entries.findIndex(({ tag }) => tag === '0013_account_links')
    expect(before).toBeGreaterThan(0)
    await sql.unsafe(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
    for (const { sql: statements, hash, folderMillis } of readMigrationFiles({
      migrationsFolder: migrations,
    }).slice(0, before)) {
      for (const statement of statements) await sql.unsafe(statement)
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
    }
    const [user] = await sql`insert into users (email, password_hash, first_name, last_name, is_verified)
      values ('old@mailbox.example', 'kept', 'Ada', 'Reyes', true) returning id`
    await sql`insert into sessions (role, user_id, refresh_token_hash, expires_at)
      values ('investor', ${user?.id}, 'of a token', now() + interval '1 day')`
    await migrateDatabase(url)
    expect(
      await sql`select email, password_hash, email_confirmed, is_verified, revoked_at
        from users join sessions on user_id = users.id`,
    ).toEqual([
      {
        email: 'old@mailbox.example',
        password_hash: 'kept',
        email_confirmed: true,
        is_verified: true,
        revoked_at: null,
      },
    ])
  }))

describe('a database created by the replaced migrations', () => {
  const readLog = (sql: postgres.Sql) =>
    sql`select hash, created_at::text from drizzle.__drizzle_migrations order by created_at`

  test('gets the log of the current ones and keeps its rows', () =>
    withEmptyDatabase(async (url, sql) => {
      await migrateDatabase(url)
      const current = await readLog(sql)
      await sql`insert into audit_log (action, entity) values ('kept', 'test')`
      await logReplacedMigrations(sql)
      await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(url)))
      expect(await readLog(sql)).toEqual(current)
      expect(await sql`select action from audit_log`).toEqual([{ action: 'kept' }])
    }))

  test('is rejected and left unchanged while some of them are missing', () =>
    withEmptyDatabase(async (url, sql) => {
      await migrateDatabase(url)
      await logReplacedMigrations(sql, SQUASHED_MIGRATIONS.count - 1)
      const before = await readLog(sql)
      await expect(migrateDatabase(url)).rejects.toThrow(OperatorError)
      await expect(migrateDatabase(url)).rejects.toThrow(
        'The database was made by an early version of Lodefield, from before the migration 0023_recorded_figures. Start the last version that has this migration on it first.',
      )
      expect(await readLog(sql)).toEqual(before)
    }))
})
