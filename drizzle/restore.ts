/** Restores a backup made by `backup.ts`: schema, rows and sequences, in one transaction. */
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { openBackupConnection, type Snapshot } from './backup.ts'
import { parseCopyRows, quoteIdentifier, toArrayText } from './copy-format.ts'
import { explainUnknown, readKnownMigrations } from './known-migrations.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { OperatorError } from './operator-error.ts'
import { assertNotPooled, POOLED_CONNECTION_SUFFIX } from './pooler-detection.ts'
import { findSquashedMigrations } from './squashed-migrations.ts'

export interface RestoreOptions {
  /** Replaces the current contents of the database with the backup. */
  replace: boolean
  /** Called with the number of rows stored so far of a table, after each part. */
  onRows?: (table: string, rows: number) => void
}

/** The migrations behind a backup's schema. Throws an {@link OperatorError} if they are unknown. */
export function listBackupMigrations({
  migrations,
  newest_migration,
}: Pick<Snapshot, 'migrations' | 'newest_migration'>): MigrationMeta[] {
  const known = readKnownMigrations()
  const replacements = findSquashedMigrations(migrations, known, {
    subject: 'The backup',
    remedy:
      'Restore it with its version, start the last version that has this migration, and make a new backup.',
  })
  if (replacements) return replacements
  const newer = explainUnknown({ hashes: migrations, newest: newest_migration }, known, 'The backup')
  if (newer && migrations.length > known.length)
    throw new OperatorError(`${newer} Restore it with that version.`)
  const needed = known.slice(0, migrations.length)
  if (needed.length === 0 || needed.some(({ hash }, at) => hash !== migrations[at])) {
    throw new OperatorError('The backup was made by another Lodefield: its schema is none that this one had.')
  }
  return needed
}

async function assertSuitable(sql: postgres.TransactionSql, replace: boolean): Promise<void> {
  const [row] = await sql<{ servers: number; tables: number }[]>`
    select
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name like 'lodefield%'
          -- A pooler keeps these; a server beside them listens on a connection of its own.
          and application_name not like ${`% ${POOLED_CONNECTION_SUFFIX}`}) as servers,
      (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`
  if (row?.servers) throw new OperatorError('A server uses this database. Stop it first.')
  if (row?.tables && !replace) {
    throw new OperatorError('This database is not empty. Give --replace to put the backup in its place.')
  }
}

async function makeSchema(sql: postgres.TransactionSql, snapshot: Snapshot): Promise<void> {
  await sql.unsafe('drop schema if exists drizzle cascade; drop schema if exists public cascade')
  await sql.unsafe('create schema public; create schema drizzle')
  await sql.unsafe(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql: statements, hash, folderMillis } of listBackupMigrations(snapshot)) {
    for (const statement of statements) await sql.unsafe(statement)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
  }
}

/**
 * Rows are inserted in parts, and a row may reference a later one of the same table: such constraints are checked at
 * the end of the table. Returns how to restore them.
 */
async function deferSelfReferences(sql: postgres.TransactionSql): Promise<() => Promise<void>> {
  const links = await sql<{ table: string; name: string }[]>`
    select relname as table, conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conrelid = confrelid and not condeferrable
      and relnamespace = 'public'::regnamespace`
  const alter = async (to: string) => {
    for (const { table, name } of links) {
      await sql.unsafe(
        `alter table ${quoteIdentifier(table)} alter constraint ${quoteIdentifier(name)} ${to}`,
      )
    }
  }
  await alter('deferrable initially deferred')
  return async () => {
    await sql.unsafe('set constraints all immediate')
    await alter('not deferrable')
  }
}

/** The statement that inserts rows given as one array of texts per column. */
async function insertStatement(
  sql: postgres.TransactionSql,
  { name, columns }: Snapshot['tables'][number],
): Promise<string> {
  const found = await sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${quoteIdentifier(name)}::regclass and attnum > 0 and not attisdropped`
  const types = new Map(found.map((column) => [column.name, column.type]))
  const names = columns.map(quoteIdentifier)
  const values = columns.map((column, at) => {
    const type = types.get(column)
    if (!type) throw new OperatorError(`The table ${name} has no column ${column}.`)
    return `${names[at]}::${type}`
  })
  const arrays = columns.map((_, at) => `($${at + 1}::text)::text[]`)
  return `insert into ${quoteIdentifier(name)} (${names.join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${arrays.join(', ')}) as given (${names.join(', ')})`
}

async function restoreTable(
  sql: postgres.TransactionSql,
  table: Snapshot['tables'][number],
  { bytes, rows }: { bytes: AsyncIterable<Uint8Array>; rows: number },
  onRows?: RestoreOptions['onRows'],
): Promise<void> {
  const statement = await insertStatement(sql, table)
  let stored = 0
  for await (const batch of parseCopyRows(bytes, table.columns.length)) {
    const values = table.columns.map((_, at) => toArrayText(batch.map((row) => row[at] ?? null)))
    await sql.unsafe(statement, values, { prepare: true })
    stored += batch.length
    onRows?.(table.name, stored)
  }
  const [counted] = await sql.unsafe<{ rows: number }[]>(
    `select count(*)::int as rows from ${quoteIdentifier(table.name)}`,
  )
  if (counted?.rows !== rows) {
    throw new OperatorError(`${table.name} holds ${counted?.rows} rows after its restore instead of ${rows}.`)
  }
}

/**
 * Restores schema, rows and sequences in one transaction, so that a failure leaves the database unchanged. Throws an
 * {@link OperatorError} for a database that is in use, or that is not empty unless `replace` is set, and for a backup
 * with unknown migrations.
 */
export async function importTables(
  url: string,
  snapshot: Snapshot,
  read: (table: string) => { bytes: AsyncIterable<Uint8Array>; rows: number },
  { replace, onRows }: RestoreOptions,
): Promise<void> {
  listBackupMigrations(snapshot)
  const client = openBackupConnection(url)
  try {
    await assertNotPooled(client)
    await client.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
      await assertSuitable(sql, replace)
      await makeSchema(sql, snapshot)
      // Rows inserted by the migrations are in the backup too, as are those that triggers would add.
      const names = snapshot.tables.map(({ name }) => quoteIdentifier(name))
      for (const name of names) await sql.unsafe(`alter table ${name} disable trigger user`)
      await sql.unsafe(`truncate ${names.join(', ')}`)
      const checkSelfReferences = await deferSelfReferences(sql)
      for (const table of snapshot.tables) await restoreTable(sql, table, read(table.name), onRows)
      await checkSelfReferences()
      for (const { name, last } of snapshot.sequences)
        await sql`select setval(${quoteIdentifier(name)}, ${last}::bigint)`
      for (const name of names) await sql.unsafe(`alter table ${name} enable trigger user`)
    })
  } finally {
    await client.end({ timeout: 5 })
  }
}
