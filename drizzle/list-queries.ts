/** Shared by lists: pages, order, search and keyset conditions. */
import { type AnyColumn, and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { users } from '#db/schema/identity/accounts'
import { database, inSnapshot } from './connection.ts'

interface PageRequest {
  /** From 1. */
  page: number
  /** Rows per page. */
  limit: number
}

/** Rows to read, in an order, after the first `offset`. */
export interface PageSlice {
  order: SQL[]
  limit: number
  offset: number
}

type FieldOf<S extends string> = S extends `-${infer Field}` ? Field : S

interface List<S extends string, Row> {
  /** The columns behind each field in `sort`; several columns of a field apply in order. */
  sorts: Record<FieldOf<S>, AnyColumn | SQL | readonly SQL[]>
  /** Orders equal rows, so that no row appears on two pages. */
  tie: AnyColumn
  rows: (slice: PageSlice) => PromiseLike<Row[]>
  /** Number of rows on all pages. */
  count: () => PromiseLike<readonly { total: number }[]>
}

/** Rows skipped before the shorter end is determined. */
const NEAR = 1_000

/** The order by `field` or `-field`; reversed if read from the end. */
function orderBy<S extends string>(
  sort: S,
  { sorts, tie }: Pick<List<S, unknown>, 'sorts' | 'tie'>,
  fromEnd: boolean,
): SQL[] {
  const direct = sort.startsWith('-') === fromEnd ? asc : desc
  const found = (sorts as Record<string, AnyColumn | SQL | readonly SQL[]>)[sort.replace(/^-/, '')]
  const columns: readonly (AnyColumn | SQL)[] = Array.isArray(found) ? found : found ? [found] : []
  return [...columns, tie].map((column) => direct(column))
}

/**
 * A page of a list with its page counts; an empty list has one page without rows. Skipping rows costs as much as
 * reading them: a page past the middle is read from the other end, so the last page costs as much as the first. A first
 * page that is not full needs no count.
 */
export async function listPage<const S extends string, Row>(
  { page, limit, sort }: PageRequest & { sort: S },
  list: List<S, Row>,
) {
  const skipped = (page - 1) * limit
  const count = async () => (await list.count())[0]?.total ?? 0
  const fromStart = () => list.rows({ order: orderBy(sort, list, false), limit, offset: skipped })
  const fromEnd = async (total: number) => {
    const after = Math.max(0, total - skipped - limit)
    const order = orderBy(sort, list, true)
    const rows = await list.rows({ order, limit: Math.min(limit, total - skipped), offset: after })
    return rows.toReversed()
  }
  // Sequential statements: two connections for one call would take two shares of the pool.
  const readNear = async (): Promise<[Row[], number]> => {
    const rows = await fromStart()
    const isLast = rows.length < limit && (rows.length > 0 || skipped === 0)
    return [rows, isLast ? skipped + rows.length : await count()]
  }
  const readFar = async (): Promise<[Row[], number]> => {
    const total = await count()
    if (skipped >= total) return [[], total]
    return [await (skipped * 2 > total ? fromEnd(total) : fromStart()), total]
  }
  // One snapshot: anything written between two statements would be in the rows but not in the total, or vice versa.
  const [rows, total] = await inSnapshot(() => (skipped < NEAR ? readNear() : readFar()))
  return { rows, pagination: { page, limit, pages: Math.max(1, Math.ceil(total / limit)), total } }
}

/**
 * A page of a list addressed by offset, with the total number of rows. Reads one snapshot like {@link listPage}, and a
 * page that is not full needs no count.
 */
export async function readOffsetList<Row>(
  { limit, offset }: { limit: number; offset: number },
  { rows: readRows, count }: Pick<List<never, Row>, 'count'> & { rows: () => PromiseLike<readonly Row[]> },
) {
  return inSnapshot(async () => {
    const rows = await readRows()
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
    const total = isLast ? offset + rows.length : ((await count())[0]?.total ?? 0)
    return { rows, pagination: { total, limit, offset } }
  })
}

/**
 * The ids of a page: lookups per row are then made for these alone, not for all rows in the order. A query by ids must
 * repeat the order.
 */
export const selectPageIds = (table: PgTable, id: PgColumn, condition: SQL | undefined, slice: PageSlice) =>
  database()
    .select({ id })
    .from(table)
    .where(condition)
    .orderBy(...slice.order)
    .limit(slice.limit)
    .offset(slice.offset)

/**
 * Rows after a given one, ordered by columns that all ascend (`>`) or all descend (`<`): `at` contains that row's
 * values in column order. A single row comparison, so that an index is used.
 */
export function keysetCondition(
  direction: '>' | '<',
  columns: readonly (AnyColumn | SQL)[],
  at: readonly unknown[] | undefined,
): SQL | undefined {
  if (!at) return undefined
  const there = at.map((value) =>
    value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${value}`,
  )
  return sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(direction)} (${sql.join(there, sql`, `)})`
}

/** Whole days in UTC as `YYYY-MM-DD`, both included; a missing day leaves that end open. */
export interface DayRange {
  from?: string
  to?: string
}

/** Instants before a day begins. */
export const beforeDayCondition = (column: AnyColumn, day: string): SQL =>
  sql`${column} < ${day}::date::timestamp at time zone 'UTC'`

/** Instants within the days. Computed by the database: the day after the last one has no text form in JavaScript. */
export const withinDaysCondition = (column: AnyColumn, { from, to }: DayRange): SQL | undefined =>
  and(
    from ? sql`${column} >= ${from}::date::timestamp at time zone 'UTC'` : undefined,
    to ? sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'` : undefined,
  )

/** Diacritics above, below or through a letter after decomposition (NFKD). */
const MARKS = /[\u0300-\u036F]/g
/** Letters without a decomposition, and their plain replacements. */
const PLAIN_LETTERS = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' } as const
const withPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[øłđðıßæœþ]/g, (letter) => PLAIN_LETTERS[letter as keyof typeof PLAIN_LETTERS])
/** The same for the database, for a text that is not plain ASCII. */
const withoutMarks = (column: AnyColumn | SQL): SQL =>
  Object.entries(PLAIN_LETTERS).reduce(
    (text, [letter, plain]) => sql`replace(${text}, ${sql.raw(`'${letter}'`)}, ${sql.raw(`'${plain}'`)})`,
    sql`lower(regexp_replace(normalize(${column}, NFKD), ${'[\u0300-\u036F]'}, '', 'g'))`,
  )

/** A search word: patterns of its spellings, one of which must match. */
export type WordPatterns = readonly string[]

/**
 * A word without its accents; words with umlauts also in the usual German spelling without them (Müller, Mueller), and
 * vice versa.
 */
function spellingsOf(word: string): string[] {
  const written = word.normalize('NFC').toLowerCase().replace(/[äöü]/g, '$&e')
  const spellings = [word, written].map(withPlainLetters)
  return [...new Set([...spellings, withPlainLetters(word).replace(/([aou])e/g, '$1')])]
}

/** Maximum words of a search. */
const WORDS_MAX = 6

/** The words of a search, each as patterns that match with or without accents. */
export function toSearchPatterns(search: string | undefined): WordPatterns[] {
  const typed = [...new Set((search ?? '').toLowerCase().split(/\s+/))].filter(
    (word) => word.replace(MARKS, '') !== '',
  )
  // Text that contains a word also contains its parts. Each word is searched in several columns, some of them in
  // several tables.
  const words = typed.filter((word) => !typed.some((other) => other !== word && other.includes(word)))
  // Pattern characters in the input are literal.
  return words
    .slice(0, WORDS_MAX)
    .map((word) => spellingsOf(word).map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`))
}

/**
 * Whether patterns of {@link toSearchPatterns} match a text, in any case and with any accents. Decomposing a text costs
 * ten times as much as comparing it, and is skipped if every character is one byte; their case is independent of the
 * language, which halves the time again.
 */
function fits(column: AnyColumn | SQL, patterns: WordPatterns): SQL {
  const oneOf = (text: SQL) => or(...patterns.map((pattern) => sql`${text} like ${pattern}`)) as SQL
  return sql`(${oneOf(sql`lower(${column} collate "C")`)} or (octet_length(${column}) <> char_length(${column}) and ${oneOf(withoutMarks(column))}))`
}

/** Rows in which one of a word's patterns matches at least one of the columns, in any case, with or without accents. */
export const matchesPattern = (pattern: WordPatterns, columns: (AnyColumn | SQL)[]): SQL =>
  or(...columns.map((column) => fits(column, pattern))) as SQL

/** Rows in which every word of `search` occurs in at least one of the columns, in any case, with or without accents. */
export const searchConditions = (search: string | undefined, columns: (AnyColumn | SQL)[]): SQL[] =>
  toSearchPatterns(search).map((pattern) => matchesPattern(pattern, columns))

/**
 * Conditions that find investors in `users`: by account number, such as `A-000177` or `000177`, otherwise by every word
 * of the search in the name or email.
 */
export function searchInvestors(search: string | undefined): SQL[] {
  const [, id] = /^(?:a-?0*|0+)([1-9]\d{0,8})$/i.exec(search?.trim() ?? '') ?? []
  return id === undefined
    ? searchConditions(search, [users.email, users.first_name, users.last_name])
    : [eq(users.id, Number(id))]
}
