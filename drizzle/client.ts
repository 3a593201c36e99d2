import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { oneAtATime, POOLED, sessionMark } from './pooler.ts'
import { sessionLimits } from './session-limits.ts'

export interface DatabaseOptions {
  /** Connections of the pool. */
  max?: number
  /** Seconds after which an unused connection is closed; never without it. */
  idleTimeout?: number
  /** Shown in `pg_stat_activity`. */
  applicationName?: string
  /** Time limits in milliseconds, without a pooler; those of requests unless others are given. */
  limits?: Readonly<Record<keyof typeof sessionLimits, number>>
  /** Prepared statements get one plan for all values, never one for the values of a call. */
  plansOnce?: boolean
  /**
   * `url` is that of a pooler in transaction mode: statements are not prepared, and the limits are those of the role,
   * see `setRoleLimits`.
   */
  pooled?: boolean
}

/** What queries are written against: the pool's database, or a transaction of it. */
export type Database = PostgresJsDatabase

export interface DatabaseConnection {
  /** For LISTEN and plain SQL. Its timestamps are text: drizzle parses them. */
  sql: postgres.Sql<{ bigint: number }>
  db: Database
  /** Waits up to five seconds for the queries in flight, then cuts them off. */
  close(): Promise<void>
}

/**
 * Seconds before a failed connection is retried. The driver's own pauses grow to twenty: a query on such a connection
 * would wait for them although the database has long been back.
 */
const RECONNECT_PAUSE = 0.25
/** In seconds. */
const CONNECT_TIMEOUT = 3
const CLOSE_TIMEOUT = 5

const INT8 = 20

/** Opens a pool; the first query connects. Throws only when `url` cannot be read. */
export function openDatabase(
  url: string,
  {
    max = 4,
    idleTimeout,
    applicationName = 'lodefield',
    limits = sessionLimits,
    plansOnce = false,
    pooled = false,
  }: DatabaseOptions = {},
): DatabaseConnection {
  const ofSession = {
    ...sessionMark,
    ...limits,
    ...(plansOnce && { plan_cache_mode: 'force_generic_plan' as const }),
  }
  const driver = postgres(url, {
    max,
    ...(idleTimeout !== undefined && { idle_timeout: idleTimeout }),
    connect_timeout: CONNECT_TIMEOUT,
    backoff: () => RECONNECT_PAUSE,
    // No query uses arrays. Reading their types would be an additional query of the driver, and a connection that
    // breaks during it an unhandled rejection, which ends the process.
    fetch_types: false,
    onnotice: () => {},
    prepare: !pooled,
    // A pooler knows the first two and rejects any other.
    connection: {
      application_name: pooled ? `${applicationName} ${POOLED}` : applicationName,
      TimeZone: 'UTC',
      ...(!pooled && ofSession),
    },
    types: {
      // Counts and sums of counts. Past 2^53 a number would be wrong, and an error is better.
      bigint: {
        to: INT8,
        from: [INT8],
        serialize: (value: number) => String(value),
        parse: (text: string) => {
          const value = Number(text)
          if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
          return value
        },
      },
    },
  })
  const sql = pooled ? oneAtATime(driver) : driver
  return {
    sql,
    db: drizzle({ client: sql }),
    close: () => sql.end({ timeout: CLOSE_TIMEOUT }),
  }
}
