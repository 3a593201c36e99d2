import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { applyGrants, roleOf } from './grants.ts'
import {
  checkKnown,
  migrationsFolder,
  readAppliedMigrations,
  readKnownMigrations,
  recordNewest,
} from './known-migrations.ts'
import { OperatorError } from './operator-error.ts'
import { assertNotPooled, sessionMark } from './pooler.ts'
import { findReplacements, REPLACED_DATABASE, updateMigrationLog } from './replaced-migrations.ts'
import { noLimits } from './session-limits.ts'

/** Any number that no other user of the database locks. */
export const MIGRATION_LOCK = 7_101_865_334

/** Whether the role of a connection may change the schema: a server's own role may not. */
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
  /** Uses a database of a newer version as it is, instead of refusing it. */
  allowNewer?: boolean | undefined
}

export interface MigrationResult {
  /** The names of the migrations that were run now. */
  applied: string[]
  /** Why this version should not use the database, where `allowNewer` let it. */
  warning?: string | undefined
}

/** Throws an {@link OperatorError} when migrations are missing which this role cannot add, or are of a newer version. */
async function checkMigrated(sql: postgres.Sql, options: MigrateOptions): Promise<MigrationResult> {
  const log = await readAppliedMigrations(sql)
  if (!log?.hashes.length) throw new OperatorError(`The database has no tables yet, ${MAY_NOT}`)
  const known = readKnownMigrations()
  // Those that the first migrations replaced are not newer ones.
  const replaced = findReplacements(log.hashes, known, REPLACED_DATABASE)
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
 * Brings the database to the schema of `migrations/` and gives the role of `serverUrl` its rights. `url` is the
 * owner's; where it is the server's, the schema must be up to date. Several starters may call it at once: one
 * migrates, the others wait for it. Throws an {@link OperatorError} when `url` leads to a pooler, its role may not
 * migrate, or the schema is too old or that of a newer version.
 */
export async function migrateDatabase(
  url: string,
  serverUrl: string = url,
  options: MigrateOptions = {},
): Promise<MigrationResult> {
  // One connection, because the lock belongs to the connection that took it; a migration may take its time.
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: 'lodefield migrate',
      ...noLimits,
      ...sessionMark,
    },
  })
  try {
    await assertNotPooled(sql)
    if (!(await mayMigrate(sql))) return await checkMigrated(sql, options)
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    const result = await runMigrations(sql, options)
    // Those of a newer version are for tables that this one does not know.
    if (!result.warning && roleOf(serverUrl) !== roleOf(url)) await applyGrants(sql, serverUrl)
    return result
  } finally {
    // Ending the session gives the lock back.
    await sql.end({ timeout: 5 })
  }
}
