import type { Database } from './client.ts'
import { database } from './connection.ts'

/**
 * A hot query that PostgreSQL parses and plans once for each connection instead of on every call.
 * `make` builds it, its values as placeholders, and ends in `.prepare(name)`; it is built once for each pool.
 */
export function prepared<Query>(make: (db: Database) => Query): () => Query {
  const made = new WeakMap<Database, Query>()
  return () => {
    const db = database()
    let query = made.get(db)
    if (query === undefined) {
      query = make(db)
      made.set(db, query)
    }
    return query
  }
}
