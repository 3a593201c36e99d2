/** The migrations of this version, and the check for databases and backups that have others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type postgres from 'postgres'
import { projectRoot } from '#shared/project-root'
import { OperatorError } from './operator-error.ts'

export const migrationsFolder = join(projectRoot, 'drizzle/migrations')

export interface KnownMigration extends MigrationMeta {
  /** Such as `0001_triggers`. */
  name: string
}

/** Every migration of this version, oldest first. */
export function readKnownMigrations(): KnownMigration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  )
  // Both are in the order of the journal.
  return readMigrationFiles({ migrationsFolder }).map((migration, at) => ({
    ...migration,
    name: journal.entries[at]?.tag ?? '',
  }))
}

/** The migrations behind a schema, as listed by a database or a backup. */
export interface AppliedMigrations {
  /** Oldest first. */
  hashes: string[]
  /** The name of the latest, if it was recorded. */
  newest?: string | null | undefined
}

/**
 * The migrations listed in a database, or undefined if it has no list that this role can read. Every version leaves the
 * name of its latest migration as a comment on the list, for older versions that only know hashes.
 */
export async function readAppliedMigrations(
  sql: postgres.Sql | postgres.TransactionSql,
): Promise<AppliedMigrations | undefined> {
  const [list] = await sql<{ newest: string | null }[]>`
    select obj_description(pg_class.oid, 'pg_class') as newest from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'drizzle' and relname = '__drizzle_migrations'
      and has_schema_privilege(pg_namespace.oid, 'usage') and has_table_privilege(pg_class.oid, 'select')`
  if (!list) return undefined
  const rows = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, id`
  return { hashes: rows.map(({ hash }) => hash), newest: list.newest }
}

/** Records the name of the latest migration for {@link readAppliedMigrations} of other versions. */
export async function recordNewest(sql: postgres.Sql, name: string): Promise<void> {
  await sql.unsafe(`comment on table drizzle.__drizzle_migrations is '${name.replaceAll("'", "''")}'`)
}

/**
 * Why this version must not use a schema: some of its migrations are unknown here, because they are from a newer
 * version. Undefined if all are known. `subject` begins the sentence.
 */
export function explainUnknown(
  { hashes, newest }: AppliedMigrations,
  known: readonly KnownMigration[],
  subject: string,
): string | undefined {
  const ours = new Set(known.map(({ hash }) => hash))
  const unknown = hashes.filter((hash) => !ours.has(hash))
  if (unknown.length === 0) return undefined
  const applied = new Set(hashes)
  const maker = known.every(({ hash }) => applied.has(hash)) ? 'a newer' : 'another'
  const theirs = newest ? `its newest migration is ${newest}` : `it has ${hashes.length} migrations`
  return `${subject} was made by ${maker} version of Lodefield: ${theirs}, and the newest of this version is ${known.at(-1)?.name}.`
}

/**
 * Rejects a database migrated by a newer version: an older one would write rows that break its rules. Returns the
 * reason, for the log, if `allowNewer` overrides it. Otherwise throws an {@link OperatorError}.
 */
export function checkKnown(
  applied: AppliedMigrations,
  known: readonly KnownMigration[],
  { allowNewer = false }: { allowNewer?: boolean | undefined } = {},
): string | undefined {
  const reason = explainUnknown(applied, known, 'The database')
  if (!reason || allowNewer) return reason
  throw new OperatorError(
    `${reason} Start that version or a later one, or restore a backup of this version with npm run restore -- <folder> --replace. In an emergency ALLOW_NEWER_DATABASE=true overrides this check.`,
  )
}
