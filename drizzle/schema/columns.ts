/**
 * Shared by the tables. A property has the name of its column, which is also its name in responses: rows are sent
 * without a mapping layer.
 */
import { getTableName, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  type ExtraConfigColumn,
  integer,
  numeric,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'

/** Positive integers, small enough for JSON and for an `integer`. */
export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/**
 * An instant to the millisecond. PostgreSQL would store microseconds, which a JavaScript Date and JSON would lose: a
 * row would then never equal the `updated_at` that a caller read.
 */
export const instant = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' })

export const createdAt = () => instant().notNull().defaultNow()

/** Moved forward by a trigger on every change, see the migration `triggers`. */
export const updatedAt = () => instant().notNull().defaultNow()

/** Exact decimals, strings in JavaScript. A third decimal is rounded by PostgreSQL: refuse it before. */
export const money = () => numeric({ precision: 20, scale: 2 })

/** Required text of at most `length` characters. */
export const line = (length: number) => varchar({ length }).notNull()

/** Text that may be empty, of at most `length` characters. Empty, never null: one way to express a missing text. */
export const optionalLine = (length: number) => varchar({ length }).notNull().default('')

/** Bounds of decisions section 1, in characters. */
export const NAME = 100
export const EMAIL = 254
export const SUBJECT = 200
export const LONG_TEXT = 5000
export const PHONE = 32
export const URL = 500
/** Longest textual IP address: an IPv6 one with an embedded IPv4 and a zone. */
export const ADDRESS = 64

/** Money of one row is below 10^12, sums stored by the platform below 10^15. */
export const AMOUNT_LIMIT = '1000000000000'
export const SUM_LIMIT = '1000000000000000'

const constraintName = (column: AnyPgColumn, rule: string) =>
  `${getTableName(column.table)}_${column.name}_${rule}`

export const literals = (words: readonly string[]): SQL =>
  sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))

/** Check: the column contains one of `words`. */
export const oneOf = (column: AnyPgColumn, words: readonly string[]) =>
  check(constraintName(column, 'known'), sql`${column} in (${literals(words)})`)

/** Check: the list has one of the words at least, and no others. */
export const someOf = (column: AnyPgColumn, words: readonly string[]) =>
  check(
    constraintName(column, 'known'),
    sql`cardinality(${column}) > 0 and ${column} <@ array[${literals(words)}]::text[]`,
  )

/** Check: the text is not blank. */
export const notBlank = (column: AnyPgColumn) =>
  check(constraintName(column, 'not_blank'), sql`btrim(${column}) <> ''`)

/**
 * Check: `lower` and `upper` are comparisons such as `> 0` and `< 100`. The upper one is not optional:
 * NaN is a numeric and a float, greater than any other, and so passes every lower bound.
 */
export const within = (column: AnyPgColumn, lower: `>${string}`, upper: `<${string}`) =>
  check(constraintName(column, 'range'), sql`${column} ${sql.raw(lower)} and ${column} ${sql.raw(upper)}`)

/**
 * A descending part of an index. Drizzle would write NULLS LAST, which a plain `order by … desc`
 * does not match, so that PostgreSQL would sort instead of reading the index.
 */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst()

/**
 * Text in the order of a dictionary, ignoring capitals and accents (Unicode's root collation): by code points, É
 * would follow Z. For both indexes and `order by`, so that the index is used.
 */
export const alphabetical = (text: AnyPgColumn | ExtraConfigColumn | SQL): SQL =>
  sql`${text} collate "und-x-icu"`
