import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { refusePooler, sessionMark } from './pooler.ts'
import { noLimits } from './session-limits.ts'

/** Any number that no other user of the database locks. */
export const MIGRATION_LOCK = 7_101_865_334

/**
 * Brings the database at `url` to the schema of `migrations/`. Several starters may call it at once:
 * one migrates, the others wait for it. Throws a `PoolerError` when `url` leads to a pooler.
 */
export async function migrateDatabase(url: string): Promise<void> {
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
    await refusePooler(sql)
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(drizzle({ client: sql }), { migrationsFolder: join(import.meta.dirname, 'migrations') })
  } finally {
    // Ending the session gives the lock back.
    await sql.end({ timeout: 5 })
  }
}
