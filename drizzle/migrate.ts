import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import {
  checkKnown,
  migrationsFolder,
  readAppliedMigrations,
  readKnownMigrations,
  recordNewest,
} from './known-migrations.ts'
import { OperatorError } from './operator-error.ts'
import { assertNotPooled, directSessionOptions } from './pooler-detection.ts'
import { applyGrants, getRoleFromUrl } from './role-grants.ts'
import { noTimeouts } from './session-limits.ts'
import { findSquashedMigrations, REPLACED_DATABASE, updateMigrationLog } from './squashed-migrations.ts'

/** Any number that no other user of the database locks. */
export const MIGRATION_LOCK = 7_101_865_334

/** Whether a connection's role may change the schema, which a server's own role may not. */
async function mayMigrate(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select coalesce(
      (select pg_has_role(current_user, relowner, 'member') from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = 'drizzle' and relname = '__drizzle_migrations'),
      has_database_privilege(current_database(), 'create')) as may`
  return row?.may === true
}

const MAY_NOT =
  'and the role of DATABASE_URL may not migrate it. Set DATABASE_OWNER_URL, or run npm run migrate with it.'

interface MigrateOptions {
  /** Uses a database of a newer version as it is instead of rejecting it. */
  allowNewer?: boolean | undefined
}

export interface MigrationResult {
  /** The names of the migrations that were run now. */
  applied: string[]
  /** Why this version should not use the database, if `allowNewer` permitted it. */
  warning?: string | undefined
}

/** Throws an {@link OperatorError} if migrations are missing that this role cannot add, or are from a newer version. */
async function checkMigrated(sql: postgres.Sql, options: MigrateOptions): Promise<MigrationResult> {
  const log = await readAppliedMigrations(sql)
  if (!log?.hashes.length) throw new OperatorError(`The database has no tables yet, ${MAY_NOT}`)
  const known = readKnownMigrations()
  // Those replaced by the first migrations do not count as newer.
  const replaced = findSquashedMigrations(log.hashes, known, REPLACED_DATABASE)
  const warning = replaced ? undefined : checkKnown(log, known, options)
  const applied = new Set(log.hashes)
  if (!warning && known.some(({ hash }) => !applied.has(hash)))
    throw new OperatorError(`The database is of an earlier version, ${MAY_NOT}`)
  return { applied: [], warning }
}

/** Migrates as the owner, who holds the lock. */
async function runMigrations(sql: postgres.Sql, options: MigrateOptions): Promise<MigrationResult> {
  const known = readKnownMigrations()
  await updateMigrationLog(sql, known)
  const before = (await readAppliedMigrations(sql)) ?? { hashes: [] }
  const warning = checkKnown(before, known, options)
  if (warning) return { applied: [], warning }
  await migrate(drizzle({ client: sql }), { migrationsFolder })
  const done = new Set(before.hashes)
  const applied = known.filter(({ hash }) => !done.has(hash)).map(({ name }) => name)
  const newest = known.at(-1)?.name
  if (newest && before.newest !== newest) await recordNewest(sql, newest)
  return { applied }
}

/**
 * Brings the database to the schema of `migrations/` and grants the role of `serverUrl` its rights. `url` is the
 * owner's; if it is the server's, the schema must be up to date. Several starters may call it at once: one migrates,
 * the others wait for it. Throws an {@link OperatorError} if `url` leads to a pooler, its role may not migrate, or the
 * schema is too old or from a newer version.
 */
export async function migrateDatabase(
  url: string,
  serverUrl: string = url,
  options: MigrateOptions = {},
): Promise<MigrationResult> {
  // A single connection, because the lock belongs to it; a migration may take its time.
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: 'lodefield migrate',
      ...noTimeouts,
      ...directSessionOptions,
    },
  })
  try {
    await assertNotPooled(sql)
    if (!(await mayMigrate(sql))) return await checkMigrated(sql, options)
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    const result = await runMigrations(sql, options)
    // Grants of a newer version are for tables unknown to this one.
    if (!result.warning && getRoleFromUrl(serverUrl) !== getRoleFromUrl(url))
      await applyGrants(sql, serverUrl)
    return result
  } finally {
    // Ending the session releases the lock.
    await sql.end({ timeout: 5 })
  }
}
