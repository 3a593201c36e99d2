/**
 * Databases and backups from before the baseline. Their schema came from migrations that `0000_tables`, `0001_triggers`
 * and `0002_register` replaced with the same tables, functions and triggers. Only the order of columns differs, so
 * nothing may depend on it.
 */
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { OperatorError } from './operator-error.ts'

/** The replaced migrations: their number, the hashes of the first and the last, and the name of the last. */
export const SQUASHED_MIGRATIONS = {
  count: 61,
  first: '6791e7923b1f2cb2108e3ebdc31181a48ff1b1ff6ef7b1aeda660cce1d4ecc8e',
  last: '6afe88dfeadcd26fbf3f061cbfccec8940c8e90825314b6dc460e803085d2f15',
  lastName: '0060_triggers_without_columns',
} as const

/** The hash of the first migration of databases that even those had replaced. */
const FIRST_OF_ALL = '5d08601df64bc054dc38bf10ff0c87396ff460e6337afab960995f802addee59'

/** The first current migrations, which replaced them. */
const REPLACEMENTS = 3

/** What {@link findSquashedMigrations} finds in a database. */
export const REPLACED_DATABASE = {
  subject: 'The database',
  remedy: 'Start the last version that has this migration on it first.',
} as const

/** Whether a schema began with a migration that no longer exists. `hashes` are of its migrations, oldest first. */
export const isFromBeforeBaseline = ([first]: readonly string[]): boolean =>
  first === SQUASHED_MIGRATIONS.first || first === FIRST_OF_ALL

/**
 * Returns the migrations equivalent to the hashes of a schema created by the replaced ones, and undefined for the
 * hashes of any other schema. `known` are the current migrations. Throws an {@link OperatorError} if some of the
 * replaced migrations are missing; `subject` begins its message and `remedy` ends it.
 */
export function findSquashedMigrations(
  hashes: readonly string[],
  known: MigrationMeta[],
  { subject, remedy }: { subject: string; remedy: string },
): MigrationMeta[] | undefined {
  if (!isFromBeforeBaseline(hashes)) return undefined
  if (hashes.length === SQUASHED_MIGRATIONS.count && hashes.at(-1) === SQUASHED_MIGRATIONS.last)
    return known.slice(0, REPLACEMENTS)
  throw new OperatorError(
    `${subject} was made by an early version of Lodefield, from before the migration ${SQUASHED_MIGRATIONS.lastName}. ${remedy}`,
  )
}

/**
 * Replaces the rows of the migration log in a database created by all the replaced migrations; the log of any other
 * database is unchanged. `sql` holds the migration lock. Throws an {@link OperatorError} if some are missing.
 */
export async function updateMigrationLog(sql: postgres.Sql, known: MigrationMeta[]): Promise<void> {
  const [log] =
    await sql`select from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'`
  if (!log) return
  const rows = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, id`
  const replacements = findSquashedMigrations(
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
