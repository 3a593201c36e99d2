/**
 * Every table of the platform in PostgreSQL's COPY text format, from a single snapshot. Only the driver is needed: the
 * embedded engine has no pg_dump, and one installed on the machine must not be older than the server.
 */
import postgres from 'postgres'
import { type CopyColumn, quoteIdentifier, selectCopyLine } from './copy-format.ts'
import { checkKnown, readAppliedMigrations, readKnownMigrations } from './known-migrations.ts'
import { OperatorError } from './operator-error.ts'
import { assertNotPooled, directSessionOptions } from './pooler-detection.ts'
import { noTimeouts } from './session-limits.ts'
import { isFromBeforeBaseline } from './squashed-migrations.ts'

interface Table {
  name: string
  /** Columns that are not generated. */
  columns: string[]
}

export interface Snapshot {
  /** Version of the server it was taken from. */
  server: string
  /** When the snapshot was taken, by the database's clock. */
  taken_at: string
  /** Hashes of the migrations that created the schema, in order. */
  migrations: string[]
  /** The name of the last one; absent from backups of earlier versions. */
  newest_migration?: string | undefined
  /** Ordered so that every row follows the rows it references. */
  tables: Table[]
  /** The last value of each sequence; unused sequences are omitted. */
  sequences: { name: string; last: string }[]
}

/** The contents of one table, for the writer of the backup. */
export interface TableExport {
  table: string
  /** Number of rows in `bytes`. */
  rows: number
  bytes: AsyncIterable<Uint8Array>
}

/** After this many idle milliseconds, the database ends the transaction of a killed backup or restore. */
const IDLE_IN_TRANSACTION_MS = 10 * 60_000
/** Rows fetched from a table at first, and at most. */
const FIRST_FETCH = 100
const MOST_ROWS = 5_000
/** Target characters per fetch. */
const FETCH_CHARACTERS = 1_000_000

/** One connection for a backup or a restore; `url` must lead to PostgreSQL itself, not to a pooler. */
export const openBackupConnection = (url: string) =>
  postgres(url, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: 'backup',
      ...directSessionOptions,
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      client_encoding: 'UTF8',
      bytea_output: 'hex',
      ...noTimeouts,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    },
  })

interface Column extends CopyColumn {
  table: string
}

async function listTables(sql: postgres.TransactionSql): Promise<{ table: Table; columns: Column[] }[]> {
  const columns = await sql<Column[]>`
    select relname as table, attname as name, typcategory as category
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    join pg_type on pg_type.oid = atttypid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attnum`
  const links = await sql<{ from: string; to: string }[]>`
    select distinct source.relname as from, target.relname as to
    from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`
  const byTable = Map.groupBy(columns, ({ table }) => table)
  return inOrder([...byTable.keys()], links).map((name) => {
    const own = byTable.get(name) ?? []
    return { table: { name, columns: own.map((column) => column.name) }, columns: own }
  })
}

/** Tables sorted so that each follows all those it references. */
function inOrder(tables: string[], links: { from: string; to: string }[]): string[] {
  const ordered: string[] = []
  let left = tables
  while (left.length > 0) {
    const names = new Set(left)
    const free = left.filter((name) => !links.some(({ from, to }) => from === name && names.has(to)))
    if (free.length === 0) throw new Error(`Tables reference each other in a circle: ${left.join(', ')}`)
    ordered.push(...free)
    left = left.filter((name) => !free.includes(name))
  }
  return ordered
}

/** The lines of a table, read by a database cursor in parts of about a megabyte. */
async function* readLines(
  sql: postgres.TransactionSql,
  table: string,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  await sql.unsafe(
    `declare backup_rows no scroll cursor for select ${selectCopyLine(columns)} as line from ${quoteIdentifier(table)}`,
  )
  let count = FIRST_FETCH
  for (;;) {
    const rows = await sql.unsafe<{ line: string }[]>(`fetch ${count} from backup_rows`)
    if (rows.length === 0) break
    const text = `${rows.map(({ line }) => line).join('\n')}\n`
    yield encoder.encode(text)
    const fitting = Math.floor((FETCH_CHARACTERS * rows.length) / text.length)
    count = Math.min(MOST_ROWS, Math.max(1, fitting))
  }
  await sql.unsafe('close backup_rows')
}

/**
 * Passes every table to `write`, one after the other, from a single snapshot; servers keep running. `write` must read
 * all of its bytes. Returns what is needed to restore them. Throws an {@link OperatorError} for a database of a newer
 * version, which this version could not restore, unless `allowNewer` is set.
 */
export async function exportTables(
  url: string,
  write: (table: TableExport) => Promise<void>,
  { allowNewer }: { allowNewer?: boolean } = {},
): Promise<Snapshot> {
  const client = openBackupConnection(url)
  try {
    await assertNotPooled(client)
    return await client.begin('isolation level repeatable read read only', async (sql) => {
      const [facts] = await sql<{ server: string; taken_at: string }[]>`
        select current_setting('server_version') as server,
          to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_at`
      if (!facts) throw new Error('A select without from returned no row')
      const applied = await readAppliedMigrations(sql)
      if (!applied?.hashes.length) throw new OperatorError('The database has no tables yet.')
      // An early version restores its own backups; this version says so when it rejects one.
      if (!isFromBeforeBaseline(applied.hashes)) checkKnown(applied, readKnownMigrations(), { allowNewer })
      const tables = await listTables(sql)
      for (const { table, columns } of tables) {
        const [counted] = await sql.unsafe<{ rows: number }[]>(
          `select count(*)::int as rows from ${quoteIdentifier(table.name)}`,
        )
        await write({
          table: table.name,
          rows: counted?.rows ?? 0,
          bytes: readLines(sql, table.name, columns),
        })
      }
      const sequences = await sql<{ name: string; last: string }[]>`
        select sequencename as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`
      return {
        ...facts,
        migrations: applied.hashes,
        newest_migration: applied.newest ?? undefined,
        tables: tables.map(({ table }) => table),
        sequences: [...sequences],
      }
    })
  } finally {
    await client.end({ timeout: 5 })
  }
}
