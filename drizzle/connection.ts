/**
 * The process's one database, and the transaction a caller is in.
 * Services ask `database()`; they need not know whether somebody above opened a transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Database, type DatabaseConnection, openDatabase } from './client.ts'

const ambient = new AsyncLocalStorage<Database>()
let current: DatabaseConnection | undefined

/** Opens the pool that {@link database} hands out. `max` is the number of connections. */
export async function connectDatabase(url: string, options: { max?: number } = {}): Promise<void> {
  await current?.close()
  current = openDatabase(url, options)
}

/** Closes the pool after the queries under way. */
export async function disconnectDatabase(): Promise<void> {
  const closing = current
  current = undefined
  await closing?.close()
}

/** The pool, or the transaction that {@link inTransaction} opened around this call. */
export function database(): Database {
  const transaction = ambient.getStore()
  if (transaction) return transaction
  if (!current) throw new Error('The database is not connected: call connectDatabase first')
  return current.db
}

/** Runs `work` in one database transaction; a transaction already open is joined. */
export function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (ambient.getStore()) return work()
  return database().transaction((transaction) => ambient.run(transaction as unknown as Database, work))
}
