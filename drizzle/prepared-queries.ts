import { is, Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'
import { database, driver } from './connection.ts'

/**
 * A hot query that PostgreSQL parses and plans once per connection instead of on every call. `make` builds it, with
 * placeholders for its values, and ends in `.prepare(name)`; it is built once per pool.
 */
export function prepareQuery<Query>(make: (db: Database) => Query): () => Query {
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

/** The text of a statement, and the value of each of its parameters, `$1` first. */
interface StatementText {
  text: string
  names: readonly string[]
}

interface Statement<Row extends readonly unknown[]> {
  /** Runs it outside any transaction. Each row contains its columns in the order selected. */
  (values: Readonly<Record<string, string | number | undefined>>): Promise<readonly Row[]>
  /** The SQL sent, for comparisons. */
  compile(): StatementText
}

const dialect = new PgDialect()

/** Placeholders of the same name become one parameter: a query that uses it in every branch sends it once. */
function toText(query: SQL): StatementText {
  const { sql, params } = dialect.sqlToQuery(query)
  const each = params.map((param) => {
    if (!is(param, Placeholder)) throw new Error('Values of a statement come in by placeholders')
    return param.name
  })
  const names = [...new Set(each)]
  const text = sql.replace(/\$(\d+)/g, (_, at: string) => `$${names.indexOf(each[Number(at) - 1] ?? '') + 1}`)
  return { text, names }
}

/**
 * A hot query of many rows, which PostgreSQL parses and plans once per connection. Its rows are the driver's, since
 * drizzle's mapping of each value costs as much as the query. Timestamps are text, see {@link toIsoTimestamp}. `Row` is
 * what `make` selects; it is not checked.
 */
export function prepareStatement<Row extends readonly unknown[]>(make: () => SQLWrapper): Statement<Row> {
  let compiled: StatementText | undefined
  const compile = () => {
    compiled ??= toText(make().getSQL())
    return compiled
  }
  const run = async (values: Readonly<Record<string, string | number | undefined>>) => {
    const { text, names } = compile()
    const given = names.map((name) => values[name] ?? null)
    const pool = driver()
    try {
      return (await pool.unsafe(text, given, { prepare: true }).values()) as unknown as readonly Row[]
    } catch (cause) {
      // The same error as drizzle's own queries, without the values, as the log requires.
      throw new DrizzleQueryError(text, [...names], cause as Error)
    }
  }
  return Object.assign(run, { compile })
}

/** The text of a timestamptz in the response format: ISO 8601 with milliseconds and `Z`. */
export function toIsoTimestamp(text: string): string {
  // PostgreSQL writes an instant in UTC as `2026-01-05 23:59:59.5+00`. A Date would cost ten times as much.
  if (text[10] !== ' ' || text.length > 26 || !text.endsWith('+00')) return new Date(text).toISOString()
  // Most days are entered without a time of day.
  if (text.length === 22) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`
  const fraction = text.slice(20, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}
