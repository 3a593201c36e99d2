import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
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

test('each function is defined once, and no trigger lists columns', async () => {
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
  const statements = (await Promise.all(files.map((name) => readFile(join(migrations, name), 'utf8')))).join(
    '\n',
  )
  const functions = [...statements.matchAll(/create (?:or replace )?function (\w+)/gi)].map(
    ([, name]) => name,
  )
  expect(functions.length).toBeGreaterThan(40)
  expect(functions.toSorted()).toEqual([...new Set(functions)].toSorted())
  // A column added later would be forgotten.
  expect(statements.match(/update of \w+\s*,.*/gi) ?? []).toEqual([])
})

test('a new column of an account moves its time of change, and a sign-in does not', () =>
  withEmptyDatabase(async (url, sql) => {
    await migrateDatabase(url)
    await sql`alter table users add column nickname text`
    const [user] = await sql`insert into users (email, password_hash, first_name, last_name)
      values ('a@mailbox.example', 'kept', 'Ada', 'Reyes') returning id, updated_at`
    const [signedIn] =
      await sql`update users set last_login_at = now() where id = ${user?.id} returning updated_at`
    expect(signedIn?.updated_at).toEqual(user?.updated_at)
    const [renamed] = await sql`update users set nickname = 'A' where id = ${user?.id} returning updated_at`
    expect(renamed?.updated_at.getTime()).toBeGreaterThan(user?.updated_at.getTime())
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
        'The database was made by an early version of Lodefield, from before the migration 0060_triggers_without_columns. Start the last version that has this migration on it first.',
      )
      expect(await readLog(sql)).toEqual(before)
    }))
})
