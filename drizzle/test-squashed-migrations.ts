import type postgres from 'postgres'
import { SQUASHED_MIGRATIONS } from './squashed-migrations.ts'

/**
 * Gives an up-to-date database the log of one created by the first `count` replaced migrations: all of them made the
 * same schema as the baseline.
 */
export async function logReplacedMigrations(
  sql: postgres.Sql,
  count: number = SQUASHED_MIGRATIONS.count,
): Promise<void> {
  const hashes = Array.from({ length: SQUASHED_MIGRATIONS.count }, (_, at) => `hash of ${at}`)
  hashes[0] = SQUASHED_MIGRATIONS.first
  hashes[SQUASHED_MIGRATIONS.count - 1] = SQUASHED_MIGRATIONS.last
  await sql`delete from drizzle.__drizzle_migrations`
  for (const [at, hash] of hashes.slice(0, count).entries())
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`
}
