/** Backups of databases created by the migrations from before the baseline. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrateDatabase } from '#db/migrate'
import { SQUASHED_MIGRATIONS } from '#db/squashed-migrations'
import { logReplacedMigrations } from '#db/test-squashed-migrations'
import { createEmptyDatabases, hashDatabaseContents, runCommand } from './test-backup-commands.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
const databases = createEmptyDatabases()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodefield-backup-'))
})
afterAll(async () => {
  await databases.dropAll()
  await rm(folder, { recursive: true, force: true })
})

/** Backs up a database created by the first `count` replaced migrations. */
async function backUp(name: string, count: number): Promise<string> {
  const url = await databases.create()
  await migrateDatabase(url)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await logReplacedMigrations(sql, count)
  // They added this column after the others.
  await sql`alter table ticket_replies drop column mail_id,
    add column mail_id integer references outbox on delete set null`
  await sql`insert into outbox (kind, recipient, subject, body) values ('test', 'a@b.example', 'S', 'B')`
  await sql`insert into support_tickets (name, email, subject, message) values ('A', 'a@b.example', 'S', 'M')`
  await sql`insert into ticket_replies (ticket_id, message, created_at, mail_id) values (1, 'R', '2026-01-02Z', 1)`
  await sql.end()
  const taken = join(folder, name)
  const { err, code } = await runCommand('backup', [taken], url, join(folder, 'unused'))
  expect([code, err]).toEqual([0, ''])
  return taken
}

test('a backup made with all the replaced migrations is restored as a current one', async () => {
  const taken = await backUp('all', SQUASHED_MIGRATIONS.count)
  const url = await databases.create()
  const { err, code } = await runCommand('restore', [taken], url, join(folder, 'unused'))
  expect([code, err]).toEqual([0, ''])

  const fresh = await databases.create()
  await migrateDatabase(fresh)
  const [restored, expected] = [await hashDatabaseContents(url), await hashDatabaseContents(fresh)]
  expect(restored.triggers).toEqual(expected.triggers)
  expect(restored.constraints).toEqual(expected.constraints)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  expect(
    await sql`select message, mail_id, (created_at at time zone 'utc')::text as at from ticket_replies`,
  ).toEqual([{ message: 'R', mail_id: 1, at: '2026-01-02 00:00:00' }])
  await sql.end()
  expect(restored.rows['drizzle.__drizzle_migrations']).toEqual(expected.rows['drizzle.__drizzle_migrations'])
})

test('a backup made with some of the replaced migrations is rejected in one line', async () => {
  const taken = await backUp('some', SQUASHED_MIGRATIONS.count - 1)
  const url = await databases.create()
  const refusals = [
    await runCommand('restore', [taken], url, join(folder, 'unused')),
    await runCommand('verify-backup', [taken], url, join(folder, 'unused')),
  ]
  for (const { err, code } of refusals) {
    expect(code).toBe(1)
    expect(err).toBe(
      '[lodefield] The backup was made by an early version of Lodefield, from before the migration 0060_triggers_without_columns. Restore it with its version, start the last version that has this migration, and make a new backup.\n',
    )
  }
  expect((await hashDatabaseContents(url)).rows).toEqual({})
})
