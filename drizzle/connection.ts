/**
 * The process's database, and the caller's transaction. Services call `database()` and need not know whether a caller
 * opened a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, type DatabaseConnection, openDatabase } from './client.ts'
import { isDeadlock, isSerializationFailure } from './errors.ts'
import { type NotifyListener, type NotifyListenerOptions, openNotifyListener } from './notify-listener.ts'
import { assertNotPooled, setRoleLimits } from './pooler-detection.ts'
import { requestTimeouts, slowQueryTimeouts } from './session-limits.ts'
import { noteStorageFailure } from './storage-failure.ts'

interface OpenTransaction {
  db: Database
  afterCommit: (() => void)[]
}

/** Default connections of the pool for requests: on two cores three to four are best. */
const REQUEST_CONNECTIONS = 4
/** Exports and statements: a few at a time, so that they never take connections from requests. */
const SLOW_CONNECTIONS = 2
/** Seconds after which their connections are closed: most of the time there is nothing to export. */
const SLOW_IDLE_SECONDS = 30

interface Connected extends DatabaseConnection {
  /** The URL of PostgreSQL itself. */
  directUrl: string
  pooled: boolean
  /** Connections of the pool for requests. */
  max: number
  hot: DatabaseConnection
  slow: DatabaseConnection
}

const ambient = new AsyncLocalStorage<OpenTransaction>()
let current: Connected | undefined

function connected(): Connected {
  if (!current) throw new Error('The database is not connected: call connectDatabase first')
  return current
}

interface ConnectOptions {
  /** Connections of the pool for requests. */
  max?: number
  /** If `url` leads to a pooler: the URL of PostgreSQL itself, for work that needs a session. */
  directUrl?: string
}

/** Opens the pools returned by {@link database} and {@link slowQueryDatabase}. */
export async function connectDatabase(
  url: string,
  { max = REQUEST_CONNECTIONS, directUrl = url }: ConnectOptions = {},
): Promise<void> {
  await disconnectDatabase()
  const pooled = directUrl !== url
  const slow = openDatabase(url, {
    max: SLOW_CONNECTIONS,
    idleTimeout: SLOW_IDLE_SECONDS,
    applicationName: 'lodefield slow',
    limits: slowQueryTimeouts,
    pooled,
  })
  // PostgreSQL assumes that an unknown LIMIT is a tenth of the table, and would otherwise plan each page again.
  const hot = openDatabase(url, { max, applicationName: 'lodefield hot', plansOnce: true, pooled })
  current = { ...openDatabase(url, { max, pooled }), hot, slow, directUrl, pooled, max }
}

/** Attempts to make the first connection if it is closed before it responds. */
const FIRST_ATTEMPTS = 4

/** A pooler or a starting database may close a connection that it has accepted; another one is made. */
async function overFirstConnection(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'CONNECTION_CLOSED' || attempt === FIRST_ATTEMPTS) throw error
      await pause(100 * attempt)
    }
  }
}

/**
 * Makes the first connection and checks that sessions do not lead to a pooler. Throws a `PoolerError` if they do, and
 * the driver's error if the database cannot be reached.
 */
export async function checkConnection(): Promise<void> {
  const { sql, pooled, directUrl } = connected()
  if (!pooled) return overFirstConnection(() => assertNotPooled(sql))
  const direct = openDatabase(directUrl, { max: 1, applicationName: 'lodefield start' })
  try {
    await assertNotPooled(direct.sql)
    // Before the pooler opens sessions, which keep the limits they started with.
    await setRoleLimits(direct.sql, requestTimeouts)
    await overFirstConnection(() => sql`select 1`)
  } finally {
    await direct.close()
  }
}

/** Closes the pools after the queries in flight. */
export async function disconnectDatabase(): Promise<void> {
  const closing = current
  current = undefined
  await Promise.all([closing?.close(), closing?.hot.close(), closing?.slow.close()])
}

/** Number of connections of the pool for requests. */
export const getPoolSize = (): number => connected().max

/** The pool, or the transaction that {@link inTransaction} opened around this call. */
export function database(): Database {
  return ambient.getStore()?.db ?? connected().db
}

/**
 * The driver of the pool for hot statements, see `prepared-queries.ts`. Throws within {@link inTransaction}, whose
 * connection it does not use.
 */
export function driver(): DatabaseConnection['sql'] {
  if (ambient.getStore()) throw new Error('This is read outside of transactions only')
  return connected().hot.sql
}

/** The small pool for slow reads of many rows. Never within {@link inTransaction}, whose connection it does not use. */
export function slowQueryDatabase(): Database {
  return connected().slow.db
}

/** Maximum attempts at one transaction. */
const MAX_ATTEMPTS = 5
/** Milliseconds after which no retry is started: a request must get its response within four seconds. */
const RETRY_WINDOW_MS = 3_000
/** Maximum milliseconds before the second attempt, doubled for each further one. */
const FIRST_BACKOFF_MS = 20

const retries = { deadlock: 0, serialization: 0 }

/** How often this process has rerun transactions after a deadlock and after a serialization failure. */
export const getRetryCounts = (): Readonly<typeof retries> => ({ ...retries })

/** A random backoff in milliseconds, so that two conflicting transactions do not conflict again. */
const backoffAfter = (attempt: number): number => Math.random() * FIRST_BACKOFF_MS * 2 ** (attempt - 1)

/**
 * Runs `work` in one database transaction, joining one that is already open.
 *
 * After a deadlock or a serialization failure everything is rolled back and the outermost `work` runs again, up to five
 * times within three seconds. Effects outside the database belong in {@link afterCommit}, which starts empty with each
 * attempt. Throws the error of the last attempt.
 */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (ambient.getStore()) return work()
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    const afterCommit: (() => void)[] = []
    try {
      const result = await connected().db.transaction((transaction) =>
        ambient.run({ db: transaction as unknown as Database, afterCommit }, work),
      )
      for (const run of afterCommit) run()
      return result
    } catch (error) {
      // Also work without a caller.
      noteStorageFailure(error)
      const isLast = attempt === MAX_ATTEMPTS || performance.now() - startedAt > RETRY_WINDOW_MS
      if (isLast || !isSerializationFailure(error)) throw error
      retries[isDeadlock(error) ? 'deadlock' : 'serialization'] += 1
      await Bun.sleep(backoffAfter(attempt))
    }
  }
}

/**
 * Runs reads that must agree, such as the rows of a page and their count, on one state of the database; within an open
 * transaction, on that transaction's state. Nothing can be written.
 */
export async function inSnapshot<T>(read: () => Promise<T>): Promise<T> {
  if (ambient.getStore()) return read()
  return connected().db.transaction(
    (transaction) => ambient.run({ db: transaction as unknown as Database, afterCommit: [] }, read),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Carries a result out of a savepoint that is rolled back. */
class Undone<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('A savepoint was rolled back')
    this.result = result
  }
}

/**
 * Runs `work` within the surrounding transaction, and rolls back its writes alone unless it returns `keep`; its effects
 * for {@link afterCommit} are then dropped.
 */
export async function inSavepoint<T>(work: () => Promise<{ keep: boolean; result: T }>): Promise<T> {
  const outer = ambient.getStore()
  if (!outer) throw new Error('A savepoint is made within a transaction only')
  const afterCommit: (() => void)[] = []
  try {
    const result = await outer.db.transaction((savepoint) =>
      ambient.run({ db: savepoint as unknown as Database, afterCommit }, async () => {
        const { keep, result } = await work()
        if (!keep) throw new Undone(result)
        return result
      }),
    )
    outer.afterCommit.push(...afterCommit)
    return result
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}

/**
 * Limits each statement of the surrounding transaction, and its lock waits, to `ms` milliseconds instead of the
 * session's limits, since another one like it may be running.
 */
export async function setStatementTimeout(ms: number): Promise<void> {
  if (!ambient.getStore()) throw new Error('A limit of statements is set within a transaction only')
  await database().execute(
    sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('lock_timeout', ${String(ms)}, true)`,
  )
}

/** Runs `work` after the surrounding transaction commits, or immediately if there is none. */
export function afterCommit(work: () => void): void {
  const transaction = ambient.getStore()
  if (transaction) transaction.afterCommit.push(work)
  else work()
}

/** Listens to notifications from this process's database, see `notify-listener.ts`. */
export function listenToDatabase(options: NotifyListenerOptions): NotifyListener {
  return openNotifyListener(connected().directUrl, options)
}
