/** Reads metrics of the database and of pending work in it. */
import { sql } from 'drizzle-orm'
import { withDeadline } from '#common/request-deadline'
import { database } from '#db/connection'

/** Milliseconds; a reader of metrics should learn quickly that the database is down. */
const TIMEOUT_MS = 1_000

interface DatabaseMetrics {
  /** Seconds until the database responded, including the wait for a pool connection. */
  responseSeconds: number
  /** Seconds by which this machine's clock is ahead of the database's. */
  clockAhead: number
  connections: { pool: string; state: string; count: number }[]
  mails: { status: string; count: number }[]
}

const metricsQuery = sql`
  select extract(epoch from clock_timestamp())::float8 * 1000 as now,
    (select coalesce(json_agg(c), '[]') from (
      select application_name as pool, coalesce(state, 'unknown') as state, count(*)::int as count
      from pg_stat_activity
      where datname = current_database() and application_name like 'lodefield%'
      group by 1, 2) c) as connections,
    (select coalesce(json_agg(m), '[]') from (
      select status, count(*)::int as count from outbox where status <> 'sent' group by 1) m) as mails`

/** Throws when the database does not respond within a second. */
export async function getDatabaseMetrics(): Promise<DatabaseMetrics> {
  const startedClock = Date.now()
  const startedAt = performance.now()
  const [row] = await withDeadline(
    database().execute<{ now: number } & Pick<DatabaseMetrics, 'connections' | 'mails'>>(metricsQuery),
    TIMEOUT_MS,
  )
  if (!row) throw new Error('A select without from returned no row')
  const waited = performance.now() - startedAt
  return {
    responseSeconds: waited / 1000,
    clockAhead: (startedClock + waited / 2 - row.now) / 1000,
    connections: row.connections,
    mails: row.mails,
  }
}
