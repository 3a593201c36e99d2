import type postgres from 'postgres'
import { REPLACED } from './replaced-migrations.ts'

/** Writes the log as the first `count` of the replaced migrations left it, into a database that is up to date. */
export async function logReplacedMigrations(
  sql: postgres.Sql,
  count: number = REPLACED.count,
): Promise<void> {
  const hashes = Array.from({ length: REPLACED.count }, (_, at) => `hash of ${at}`)
  hashes[0] = REPLACED.first
  hashes[REPLACED.count - 1] = REPLACED.last
  await sql`delete from drizzle.__drizzle_migrations`
  for (const [at, hash] of hashes.slice(0, count).entries())
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`
}
