/**
 * Databases and backups from before the first release. Their schema came from 24 migrations; `0000_tables` and
 * `0001_triggers` replaced them with the same tables and triggers. Only the column order differs (in `portfolios`,
 * `sessions` and `ticket_replies`), so nothing may depend on it.
 */
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { OperatorError } from './operator-error.ts'

/** The replaced migrations: their number, the hashes of the first and the last, and the name of the last. */
export const SQUASHED_MIGRATIONS = {
  count: 24,
  first: '5d08601df64bc054dc38bf10ff0c87396ff460e6337afab960995f802addee59',
  last: 'fd51394846a0045f7afc22705340aac4c2c526533a43974f99cbdde4529c25ee',
  lastName: '0023_recorded_figures',
} as const

/** The first current migrations, which replaced them. */
const REPLACEMENTS = 2

/** What {@link findSquashedMigrations} finds in a database. */
export const REPLACED_DATABASE = {
  subject: 'The database',
  remedy: 'Start the last version that has this migration on it first.',
} as const

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
  if (hashes[0] !== SQUASHED_MIGRATIONS.first) return undefined
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
