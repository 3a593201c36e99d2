import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { applyGrants, roleOf } from './grants.ts'
import { OperatorError } from './operator-error.ts'
import { assertNotPooled, sessionMark } from './pooler.ts'
import { updateMigrationLog } from './replaced-migrations.ts'
import { noLimits } from './session-limits.ts'

/** Any number that no other user of the database locks. */
export const MIGRATION_LOCK = 7_101_865_334

const migrationsFolder = join(import.meta.dirname, 'migrations')

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

/** Throws an {@link OperatorError} when migrations are missing which this role cannot add. */
async function checkMigrated(sql: postgres.Sql): Promise<void> {
  const [done] = await sql<{ last: string | null }[]>`
    select max(created_at)::text as last from drizzle.__drizzle_migrations`
  const wanted = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  if (Number(done?.last ?? 0) >= wanted) return
  throw new OperatorError(
    'The database is of an earlier version, and the role of DATABASE_URL may not migrate it. Set DATABASE_OWNER_URL, or run npm run migrate with it.',
  )
}

/**
 * Brings the database to the schema of `migrations/` and gives the role of `serverUrl` its rights. `url` is the
 * owner's; where it is the server's, the schema must be up to date. Several starters may call it at once: one
 * migrates, the others wait for it. Throws an {@link OperatorError} when `url` leads to a pooler, its role may not
 * migrate, or the schema is too old.
 */
export async function migrateDatabase(url: string, serverUrl: string = url): Promise<void> {
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
    if (!(await mayMigrate(sql))) return await checkMigrated(sql)
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await updateMigrationLog(sql, readMigrationFiles({ migrationsFolder }))
    await migrate(drizzle({ client: sql }), { migrationsFolder })
    if (roleOf(serverUrl) !== roleOf(url)) await applyGrants(sql, serverUrl)
  } finally {
    // Ending the session gives the lock back.
    await sql.end({ timeout: 5 })
  }
}
