import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** Any number that no other user of the database locks. */
export const MIGRATION_LOCK = 7_101_865_334

/**
 * Brings the database at `url` to the schema of `migrations/`. Several starters may call it at once:
 * one migrates, the others wait for it.
 */
export async function migrateDatabase(url: string): Promise<void> {
  // One connection, because the lock belongs to the connection that took it; a migration may take its time.
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    idle_timeout: 0,
    fetch_types: false,
    onnotice: () => {},
    // As text: the driver leaves out a zero, and a limit set for the role would hold.
    connection: { application_name: 'lodefield migrate', statement_timeout: '0', lock_timeout: '0' },
  })
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    await migrate(drizzle({ client: sql }), { migrationsFolder: join(import.meta.dirname, 'migrations') })
  } finally {
    // Ending the session gives the lock back.
    await sql.end({ timeout: 5 })
  }
}
