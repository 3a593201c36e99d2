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
export const timestampColumn = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' })

export const createdAt = () => timestampColumn().notNull().defaultNow()

/** Advanced by a trigger on every change, see the migration `triggers`. */
export const updatedAt = () => timestampColumn().notNull().defaultNow()

/** Exact decimals, strings in JavaScript. PostgreSQL rounds a third decimal, so it must be rejected beforehand. */
export const moneyColumn = () => numeric({ precision: 20, scale: 2 })

/** Required text of at most `length` characters. */
export const requiredText = (length: number) => varchar({ length }).notNull()

/**
 * Text that may be empty, of at most `length` characters. Empty, never null: there is one way to express missing text.
 */
export const optionalText = (length: number) => varchar({ length }).notNull().default('')

/** Limits from decisions section 1, in characters. */
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 254
export const SUBJECT_LENGTH = 200
export const LONG_TEXT_LENGTH = 5000
export const PHONE_LENGTH = 32
export const URL_LENGTH = 500
/** Longest textual IP address: IPv6 with an embedded IPv4 address and a zone. */
export const IP_ADDRESS_LENGTH = 64

/** Amounts in a row are below 10^12, stored sums below 10^15. */
export const AMOUNT_LIMIT = '1000000000000'
export const SUM_LIMIT = '1000000000000000'

const constraintName = (column: AnyPgColumn, rule: string) =>
  `${getTableName(column.table)}_${column.name}_${rule}`

export const toSqlLiterals = (words: readonly string[]): SQL =>
  sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))

/** The display name of a column's value in `names`, or `otherwise`. */
export const selectName = (column: SQL, names: Readonly<Record<string, string>>, otherwise: SQL): SQL => {
  const cases = Object.entries(names).map(
    ([word, name]) => sql`when ${toSqlLiterals([word])} then ${toSqlLiterals([name])}`,
  )
  return sql`(case ${column} ${sql.join(cases, sql` `)} else ${otherwise} end)`
}

/** Check: the column contains one of `words`. */
export const isOneOfCheck = (column: AnyPgColumn, words: readonly string[]) =>
  check(constraintName(column, 'known'), sql`${column} in (${toSqlLiterals(words)})`)

/** Check: the list has at least one of the words, and no others. */
export const isNonEmptySubsetCheck = (column: AnyPgColumn, words: readonly string[]) =>
  check(
    constraintName(column, 'known'),
    sql`cardinality(${column}) > 0 and ${column} <@ array[${toSqlLiterals(words)}]::text[]`,
  )

/** Check: the text is not blank. */
export const isNotBlankCheck = (column: AnyPgColumn) =>
  check(constraintName(column, 'not_blank'), sql`btrim(${column}) <> ''`)

/**
 * Check: `lower` and `upper` are comparisons such as `> 0` and `< 100`. The upper one is not optional: NaN is a numeric
 * and a float, greater than any other, and so passes every lower bound.
 */
export const isInRangeCheck = (column: AnyPgColumn, lower: `>${string}`, upper: `<${string}`) =>
  check(constraintName(column, 'range'), sql`${column} ${sql.raw(lower)} and ${column} ${sql.raw(upper)}`)

/**
 * A descending part of an index. Drizzle would write NULLS LAST, which a plain `order by … desc` does not match, so
 * PostgreSQL would sort instead of reading the index.
 */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst()

/**
 * Text in dictionary order, ignoring capitals and accents (Unicode's root collation): by code points, É would follow Z.
 * For both indexes and `order by`, so that the index is used.
 */
export const collateAlphabetically = (text: AnyPgColumn | ExtraConfigColumn | SQL): SQL =>
  sql`${text} collate "und-x-icu"`
