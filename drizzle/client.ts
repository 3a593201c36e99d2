import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { directSessionOptions, POOLED_CONNECTION_SUFFIX, withoutPipelining } from './pooler-detection.ts'
import { requestTimeouts } from './session-limits.ts'

export interface DatabaseOptions {
  /** Connections of the pool. */
  max?: number
  /** Seconds after which an unused connection is closed; never by default. */
  idleTimeout?: number
  /** Shown in `pg_stat_activity`. */
  applicationName?: string
  /** Time limits in milliseconds, without a pooler; the request limits by default. */
  limits?: Readonly<Record<keyof typeof requestTimeouts, number>>
  /** Prepared statements get one plan for all values, never one for the values of a call. */
  plansOnce?: boolean
  /**
   * `url` leads to a pooler in transaction mode: statements are not prepared, and the limits are those of the role, see
   * `setRoleLimits`.
   */
  pooled?: boolean
}

/** What queries run against: the pool's database, or one of its transactions. */
export type Database = PostgresJsDatabase

export interface DatabaseConnection {
  /** For LISTEN and plain SQL. Its timestamps are text: drizzle parses them. */
  sql: postgres.Sql<{ bigint: number }>
  db: Database
  /** Waits up to five seconds for queries in flight, then aborts them. */
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

/** Opens a pool; the first query connects. Throws only if `url` cannot be parsed. */
export function openDatabase(
  url: string,
  {
    max = 4,
    idleTimeout,
    applicationName = 'lodefield',
    limits = requestTimeouts,
    plansOnce = false,
    pooled = false,
  }: DatabaseOptions = {},
): DatabaseConnection {
  const ofSession = {
    ...directSessionOptions,
    ...limits,
    ...(plansOnce && { plan_cache_mode: 'force_generic_plan' as const }),
  }
  const driver = postgres(url, {
    max,
    ...(idleTimeout !== undefined && { idle_timeout: idleTimeout }),
    connect_timeout: CONNECT_TIMEOUT,
    backoff: () => RECONNECT_PAUSE,
    // No query uses arrays. Loading their types would take an additional driver query, and a connection that breaks
    // during it causes an unhandled rejection, which ends the process.
    fetch_types: false,
    onnotice: () => {},
    prepare: !pooled,
    // A pooler knows the first two and rejects any others.
    connection: {
      application_name: pooled ? `${applicationName} ${POOLED_CONNECTION_SUFFIX}` : applicationName,
      TimeZone: 'UTC',
      ...(!pooled && ofSession),
    },
    types: {
      // Counts and sums of counts. Past 2^53 a number would be wrong, so an error is better.
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
  const sql = pooled ? withoutPipelining(driver) : driver
  return {
    sql,
    db: drizzle({ client: sql }),
    close: () => sql.end({ timeout: CLOSE_TIMEOUT }),
  }
}
