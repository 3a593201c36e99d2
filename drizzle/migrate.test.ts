import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'
import * as schema from './schema/index.ts'
import { databaseAt } from './testing.ts'

const migrations = join(import.meta.dirname, 'migrations')

interface Journal {
  entries: { idx: number; tag: string }[]
}
const journal = JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8')) as Journal

/** Does the work with a database that has no tables yet, and drops it. */
async function withEmptyDatabase(work: (url: string, sql: postgres.Sql) => Promise<void>): Promise<void> {
  const { TEST_DATABASE_URL: server = '', TEST_DATABASE_PREFIX: prefix } = process.env
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  const owner = postgres(server, { max: 1 })
  await owner.unsafe(`create database ${name}`)
  const url = databaseAt(server, name)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(url, sql)
  } finally {
    await sql.end()
    await owner.unsafe(`drop database ${name} with (force)`)
    await owner.end()
  }
}

/** Applies the migrations before the one with this tag. */
async function migrateUntil(sql: postgres.Sql, tag: string): Promise<void> {
  const before = journal.entries.findIndex((entry) => entry.tag === tag)
  await sql.unsafe('create schema drizzle')
  await sql.unsafe(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)',
  )
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles({
    migrationsFolder: migrations,
  }).slice(0, before)) {
    for (const statement of statements) await sql.unsafe(statement)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
  }
}

test('starters at the same time migrate once and all succeed', () =>
  withEmptyDatabase(async (url, sql) => {
    await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(url)))
    await migrateDatabase(url)
    const rows = await sql`select * from drizzle.__drizzle_migrations`
    expect(rows).toHaveLength(journal.entries.length)
  }))

test('tokens whose symbols differ by a leading $ alone are told apart by their ids', () =>
  withEmptyDatabase(async (url, sql) => {
    await migrateUntil(sql, '0022_token_symbol_keys')
    await sql`insert into token_categories (name) values ('Gems')`
    await sql`insert into users (email, password_hash, first_name, last_name)
      select n || '@b.example', '!', 'A', 'B' from generate_series(1, 3) as n`
    for (const symbol of ['$TWIN', 'TWIN', '$none', 'OTHER'])
      await sql`insert into tokens (symbol, name, category_id, location, description, icon, color)
        values (${symbol}, 'Twin', 1, 'Here', 'A token', 'Gem', 'Gold')`
    await sql`insert into portfolios (user_id, pending_investments, pending_since)
      values (1, '$TWIN', now()), (2, 'TWIN', now()), (3, 'none', null)`
    await migrateDatabase(url)
    const symbols = await sql`select symbol from tokens order by id`
    expect(symbols.map(({ symbol }) => symbol)).toEqual(['$TWIN', 'TWIN-2', '$none-3', 'OTHER'])
    const pending = await sql`select pending_investments as symbol from portfolios order by user_id`
    expect(pending.map(({ symbol }) => symbol)).toEqual(['$TWIN', 'TWIN-2', 'none'])
  }))

test('the migrations make the schema: nothing is left to generate', async () => {
  const last = String(journal.entries.at(-1)?.idx).padStart(4, '0')
  const snapshot = JSON.parse(await readFile(join(migrations, `meta/${last}_snapshot.json`), 'utf8'))
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([])
})

test('a portfolio that only holds a request loses the zeros that were recorded with it', () =>
  withEmptyDatabase(async (url, sql) => {
    await migrateUntil(sql, '0023_recorded_figures')
    await sql`insert into users (email, password_hash, first_name, last_name)
      select n || '@b.example', '!', 'A', 'B' from generate_series(1, 3) as n`
    await sql`insert into portfolios (user_id, pending_investments, total_value)
      values (1, '$PICKED', 0), (2, '$PICKED', 5), (3, '$PICKED', 0)`
    // The third was made by an administrator.
    await sql`insert into audit_log (action, entity, entity_id) values ('portfolio.create', 'portfolio', '3')`
    await migrateDatabase(url)
    const rows = await sql`select user_id, is_recorded, count(recorded_at)::int as points
      from portfolios left join portfolio_values on portfolio_id = id group by id order by id`
    expect(rows).toEqual([
      { user_id: 1, is_recorded: false, points: 0 },
      { user_id: 2, is_recorded: true, points: 1 },
      { user_id: 3, is_recorded: true, points: 1 },
    ])
  }))
