/**
 * Every table of the platform as PostgreSQL writes it (COPY, text format), out of one snapshot and back in one
 * transaction. Nothing but the driver is needed: the embedded engine brings no pg_dump, and one that
 * a machine happens to have must not be older than the server.
 */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres from 'postgres'
import { MIGRATION_LOCK } from './migrate.ts'

interface Table {
  name: string
  /** Those that are not computed from others. */
  columns: string[]
}

export interface Snapshot {
  /** Version of the server it was taken from. */
  server: string
  /** When the snapshot was taken, by the clock of the database. */
  taken_at: string
  /** Hashes of the migrations that made the schema, in their order. */
  migrations: string[]
  /** In an order in which no row comes before one it points at. */
  tables: Table[]
  /** Numbers that were given last; those that gave none yet are not here. */
  sequences: { name: string; last: string }[]
}

/** The database is not what a restore may write to, or the backup not what it can read. */
export class RestoreError extends Error {}

const migrationsFolder = join(import.meta.dirname, 'migrations')

const openOne = (url: string) =>
  postgres(url, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    onnotice: () => {},
    connection: {
      application_name: 'backup',
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      client_encoding: 'UTF8',
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
    },
  })

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const columnsOf = ({ columns }: Table): string => columns.map(quote).join(', ')

async function listTables(sql: postgres.TransactionSql): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`
  const links = await sql<{ from: string; to: string }[]>`
    select distinct source.relname as from, target.relname as to
    from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`
  return inOrder(tables, links)
}

/** Tables so that each comes after all that it points at. */
function inOrder(tables: Table[], links: { from: string; to: string }[]): Table[] {
  const ordered: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name))
    const free = left.filter(({ name }) => !links.some(({ from, to }) => from === name && names.has(to)))
    if (free.length === 0) throw new Error(`Tables point at each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

/**
 * Hands every table to `write`, one after the other, as they all were at one moment; servers go on
 * meanwhile. Answers what is needed to restore them.
 */
export async function exportTables(
  url: string,
  write: (table: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Snapshot> {
  const client = openOne(url)
  try {
    return await client.begin('isolation level repeatable read read only', async (sql) => {
      const [facts] = await sql<{ server: string; taken_at: string }[]>`
        select current_setting('server_version') as server,
          to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_at`
      if (!facts) throw new Error('A select without from returned no row')
      const migrations = await sql<{ hash: string }[]>`
        select hash from drizzle.__drizzle_migrations order by created_at`
      const tables = await listTables(sql)
      for (const table of tables) {
        const statement = `copy ${quote(table.name)} (${columnsOf(table)}) to stdout`
        await write(table.name, await sql.unsafe(statement).readable())
      }
      const sequences = await sql<{ name: string; last: string }[]>`
        select sequencename as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`
      return {
        ...facts,
        migrations: migrations.map(({ hash }) => hash),
        tables: [...tables],
        sequences: [...sequences],
      }
    })
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** The migrations that made the schema of a backup. Throws when it is not one of ours. */
function migrationsOf({ migrations }: Snapshot) {
  const known = readMigrationFiles({ migrationsFolder })
  if (migrations.length > known.length) {
    throw new RestoreError('The backup was made by a newer version of Lodefield. Restore it with that one.')
  }
  const needed = known.slice(0, migrations.length)
  if (needed.length === 0 || needed.some(({ hash }, at) => hash !== migrations[at])) {
    throw new RestoreError('The backup was made by another Lodefield: its schema is none that this one had.')
  }
  return needed
}

async function refuseUnsuitable(sql: postgres.TransactionSql, replace: boolean): Promise<void> {
  const [row] = await sql<{ servers: number; tables: number }[]>`
    select
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name like 'lodefield%') as servers,
      (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`
  if (row?.servers) throw new RestoreError('A server uses this database. Stop it first.')
  if (row?.tables && !replace) {
    throw new RestoreError('This database is not empty. Give --replace to put the backup in its place.')
  }
}

async function makeSchema(sql: postgres.TransactionSql, snapshot: Snapshot): Promise<void> {
  await sql.unsafe('drop schema if exists drizzle cascade; drop schema if exists public cascade')
  await sql.unsafe('create schema public; create schema drizzle')
  await sql.unsafe(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql: statements, hash, folderMillis } of migrationsOf(snapshot)) {
    for (const statement of statements) await sql.unsafe(statement)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
  }
}

/**
 * Makes the database what it was: schema, rows and sequences, in one transaction, so that one which fails
 * leaves what was there. Throws a {@link RestoreError} for a database that is in use, or that is not
 * empty unless `replace` is set, and for a backup of a newer or another version.
 */
export async function importTables(
  url: string,
  snapshot: Snapshot,
  read: (table: string) => { bytes: AsyncIterable<Uint8Array>; rows: number },
  { replace }: { replace: boolean },
): Promise<void> {
  migrationsOf(snapshot)
  const client = openOne(url)
  try {
    await client.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
      await refuseUnsuitable(sql, replace)
      await makeSchema(sql, snapshot)
      // What the migrations themselves put in is in the backup too; what triggers would add, as well.
      const names = snapshot.tables.map(({ name }) => quote(name))
      for (const name of names) await sql.unsafe(`alter table ${name} disable trigger user`)
      await sql.unsafe(`truncate ${names.join(', ')}`)
      for (const table of snapshot.tables) {
        const { bytes, rows } = read(table.name)
        const into = await sql.unsafe(`copy ${quote(table.name)} (${columnsOf(table)}) from stdin`).writable()
        await pipeline(Readable.from(bytes), into)
        const [counted] = await sql.unsafe(`select count(*)::int as rows from ${quote(table.name)}`)
        if (counted?.rows !== rows) {
          throw new Error(`${table.name} holds ${counted?.rows} rows after its restore, not ${rows}`)
        }
      }
      for (const { name, last } of snapshot.sequences)
        await sql`select setval(${quote(name)}, ${last}::bigint)`
      for (const name of names) await sql.unsafe(`alter table ${name} enable trigger user`)
    })
  } finally {
    await client.end({ timeout: 5 })
  }
}
