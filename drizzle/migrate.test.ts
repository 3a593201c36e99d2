import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
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

test('starters at the same time migrate once and all succeed', async () => {
  const { TEST_DATABASE_URL: server = '', TEST_DATABASE_PREFIX: prefix } = process.env
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  const sql = postgres(server, { max: 1 })
  await sql.unsafe(`create database ${name}`)
  const url = databaseAt(server, name)
  try {
    await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(url)))
    await migrateDatabase(url)
    const migrated = postgres(url, { max: 1 })
    const rows = await migrated`select * from drizzle.__drizzle_migrations`
    expect(rows).toHaveLength(journal.entries.length)
    await migrated.end()
  } finally {
    await sql.unsafe(`drop database ${name} with (force)`)
    await sql.end()
  }
})

test('the migrations make the schema: nothing is left to generate', async () => {
  const last = String(journal.entries.at(-1)?.idx).padStart(4, '0')
  const snapshot = JSON.parse(await readFile(join(migrations, `meta/${last}_snapshot.json`), 'utf8'))
  expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([])
})
