/**
 * Databases and backups from before the first release. Their schema was the result of 24 migrations; `0000_tables` and
 * `0001_triggers` replaced them with the same tables and triggers. Only the order of columns differs (in
 * `portfolios`, `sessions` and `ticket_replies`), so nothing may depend on it.
 */
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { OperatorError } from './operator-error.ts'

/** The replaced migrations: how many there were, the hashes of the first and the last, and the name of the last. */
export const REPLACED = {
  count: 24,
  first: '5d08601df64bc054dc38bf10ff0c87396ff460e6337afab960995f802addee59',
  last: 'fd51394846a0045f7afc22705340aac4c2c526533a43974f99cbdde4529c25ee',
  lastName: '0023_recorded_figures',
} as const

/** The first migrations of the current ones, which replaced them. */
const REPLACEMENTS = 2

/** What {@link findReplacements} says of a database. */
export const REPLACED_DATABASE = {
  subject: 'The database',
  remedy: 'Start the last version that has this migration on it first.',
} as const

/**
 * Returns the migrations that stand for the hashes of a schema made by the replaced ones, and undefined for the hashes of
 * any other schema. `known` are the current migrations. Throws an {@link OperatorError} when some of the replaced
 * migrations are missing; `subject` begins its message and `remedy` ends it.
 */
export function findReplacements(
  hashes: readonly string[],
  known: MigrationMeta[],
  { subject, remedy }: { subject: string; remedy: string },
): MigrationMeta[] | undefined {
  if (hashes[0] !== REPLACED.first) return undefined
  if (hashes.length === REPLACED.count && hashes.at(-1) === REPLACED.last) return known.slice(0, REPLACEMENTS)
  throw new OperatorError(
    `${subject} was made by an early version of Lodefield, from before the migration ${REPLACED.lastName}. ${remedy}`,
  )
}

/**
 * Replaces the rows of the migration log in a database that all the replaced migrations made; the log of any other
 * database stays as it is. `sql` holds the migration lock. Throws an {@link OperatorError} when some are missing.
 */
export async function updateMigrationLog(sql: postgres.Sql, known: MigrationMeta[]): Promise<void> {
  const [log] =
    await sql`select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`
  if (!log) return
  const rows = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, id`
  const replacements = findReplacements(
    rows.map(({ hash }) => hash),
    known,
    REPLACED_DATABASE,
  )
  if (!replacements) return
  await sql.begin(async (transaction) => {
    await transaction`delete from drizzle.__drizzle_migrations`
    for (const { hash, folderMillis } of replacements)
      await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
  })
}
