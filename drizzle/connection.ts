/**
 * The process's one database, and the transaction a caller is in.
 * Services ask `database()`; they need not know whether somebody above opened a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Database, type DatabaseConnection, openDatabase } from './client.ts'
import { type Notices, type NoticesOptions, openNotices } from './notices.ts'

interface OpenTransaction {
  db: Database
  afterCommit: (() => void)[]
}

/** Exports and statements: few at a time, so that they never take what requests wait for. */
const SLOW_CONNECTIONS = 2
/** Seconds after which their connections are closed: mostly there is nothing to export. */
const SLOW_IDLE_SECONDS = 30

interface Connected extends DatabaseConnection {
  url: string
  hot: DatabaseConnection
  slow: DatabaseConnection
}

const ambient = new AsyncLocalStorage<OpenTransaction>()
let current: Connected | undefined

function connected(): Connected {
  if (!current) throw new Error('The database is not connected: call connectDatabase first')
  return current
}

/** Opens the pools that {@link database} and {@link slowDatabase} hand out. `max` is the size of the first. */
export async function connectDatabase(url: string, options: { max?: number } = {}): Promise<void> {
  await disconnectDatabase()
  const slow = openDatabase(url, {
    max: SLOW_CONNECTIONS,
    idleTimeout: SLOW_IDLE_SECONDS,
    applicationName: 'lodefield slow',
  })
  // PostgreSQL takes a limit it does not know for a tenth of the table, and would plan each page anew to know it.
  const hot = openDatabase(url, { ...options, applicationName: 'lodefield hot', plansOnce: true })
  current = { ...openDatabase(url, options), hot, slow, url }
}

/** Closes the pools after the queries under way. */
export async function disconnectDatabase(): Promise<void> {
  const closing = current
  current = undefined
  await Promise.all([closing?.close(), closing?.hot.close(), closing?.slow.close()])
}

/** The pool, or the transaction that {@link inTransaction} opened around this call. */
export function database(): Database {
  return ambient.getStore()?.db ?? connected().db
}

/** The driver of the pool for hot statements, see `prepared.ts`. Throws within {@link inTransaction}: it knows nothing of it. */
export function driver(): DatabaseConnection['sql'] {
  if (ambient.getStore()) throw new Error('This is read outside of transactions only')
  return connected().hot.sql
}

/** The small pool for slow reads of many rows. Never within {@link inTransaction}: it knows nothing of it. */
export function slowDatabase(): Database {
  return connected().slow.db
}

/** Runs `work` in one database transaction; a transaction already open is joined. */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (ambient.getStore()) return work()
  const afterCommit: (() => void)[] = []
  const result = await connected().db.transaction((transaction) =>
    ambient.run({ db: transaction as unknown as Database, afterCommit }, work),
  )
  for (const run of afterCommit) run()
  return result
}

/** Runs `work` once what was written is kept: after the transaction around this call, or at once without one. */
export function afterCommit(work: () => void): void {
  const transaction = ambient.getStore()
  if (transaction) transaction.afterCommit.push(work)
  else work()
}

/** Hears what the database of this process announces, see `notices.ts`. */
export function listenToDatabase(options: NoticesOptions): Notices {
  return openNotices(connected().url, options)
}
