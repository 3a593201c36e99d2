/** Shared by lists: pages, order, search, and keyset conditions. */
import { type AnyColumn, and, asc, desc, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { database, inSnapshot } from './connection.ts'

interface PageRequest {
  /** From 1. */
  page: number
  /** Rows a page. */
  limit: number
}

/** Rows to read, in an order, after `offset` others. */
export interface Slice {
  order: SQL[]
  limit: number
  offset: number
}

type FieldOf<S extends string> = S extends `-${infer Field}` ? Field : S

interface List<S extends string, Row> {
  /** The columns of the fields in `sort`; several for one field count in their order. */
  sorts: Record<FieldOf<S>, AnyColumn | SQL | readonly SQL[]>
  /** Orders equal rows, so that no row is on two pages. */
  tie: AnyColumn
  rows: (slice: Slice) => PromiseLike<Row[]>
  /** How many there are on all pages. */
  count: () => PromiseLike<readonly { total: number }[]>
}

/** Rows skipped before the shorter end is determined. */
const NEAR = 1_000

/** The order by `field` or `-field`; reversed when read from the end. */
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
 * A page of a list with its page counts; an empty list has one, without rows. Skipping rows costs as much as reading
 * them: a page past the middle is read from the other end, so that the last costs as much as the first. A first page
 * that is not full needs no count.
 */
export async function readList<const S extends string, Row>(
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
  // Sequential statements: two connections of one call would take two shares of the pool.
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
  // One snapshot: what is written between two statements would be in the rows and not in the total, or the reverse.
  const [rows, total] = await inSnapshot(() => (skipped < NEAR ? readNear() : readFar()))
  return { rows, pagination: { page, limit, pages: Math.max(1, Math.ceil(total / limit)), total } }
}

/**
 * A page of a list that is addressed by the rows before it, with the number of all rows. Read like {@link readList} from
 * one snapshot, and a page that is not full needs no count.
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
 * The ids of a page: lookups for each row are then done for these alone, not for all rows in the order. A query by
 * them repeats the order.
 */
export const idsOfPage = (table: PgTable, id: PgColumn, condition: SQL | undefined, slice: Slice) =>
  database()
    .select({ id })
    .from(table)
    .where(condition)
    .orderBy(...slice.order)
    .limit(slice.limit)
    .offset(slice.offset)

/**
 * Rows after one in an order by columns that all ascend (`>`) or all descend (`<`): `at` contains that row's values,
 * in the columns' order. One comparison of rows, so that an index is used.
 */
export function comesAfter(
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

/** Whole days in UTC as `YYYY-MM-DD`, both included; without one the range is open at that end. */
export interface DayRange {
  from?: string
  to?: string
}

/** Instants before a day begins. */
export const beforeDay = (column: AnyColumn, day: string): SQL =>
  sql`${column} < ${day}::date::timestamp at time zone 'UTC'`

/** Instants within the days. Counted by the database: the day after the last one has no date in JavaScript's text. */
export const withinDays = (column: AnyColumn, { from, to }: DayRange): SQL | undefined =>
  and(
    from ? sql`${column} >= ${from}::date::timestamp at time zone 'UTC'` : undefined,
    to ? sql`${column} < (${to}::date + 1)::timestamp at time zone 'UTC'` : undefined,
  )

/** Diacritics above, below or through a letter after its decomposition (NFKD). */
const MARKS = /[\u0300-\u036F]/g
/** Letters that no decomposition turns into a plain one, and what stands for them in names without them. */
const PLAIN_LETTERS = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' } as const
const withPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[øłđðıßæœþ]/g, (letter) => PLAIN_LETTERS[letter as keyof typeof PLAIN_LETTERS])
/** The same for the database, of a text that is not plain ASCII. */
const withoutMarks = (column: AnyColumn | SQL): SQL =>
  Object.entries(PLAIN_LETTERS).reduce(
    (text, [letter, plain]) => sql`replace(${text}, ${sql.raw(`'${letter}'`)}, ${sql.raw(`'${plain}'`)})`,
    sql`lower(regexp_replace(normalize(${column}, NFKD), ${'[\u0300-\u036F]'}, '', 'g'))`,
  )

/** A word of a search: patterns of its spellings, one of which must fit. */
export type WordPatterns = readonly string[]

/** A word without its accents; with umlauts also as German writes them without (Müller, Mueller), and the reverse. */
function spellingsOf(word: string): string[] {
  const written = word.normalize('NFC').toLowerCase().replace(/[äöü]/g, '$&e')
  const spellings = [word, written].map(withPlainLetters)
  return [...new Set([...spellings, withPlainLetters(word).replace(/([aou])e/g, '$1')])]
}

/** Words of a search that count. */
const WORDS_MAX = 6

/** The words of a search, each as patterns of what contains it, with or without its accents. */
export function patternsOf(search: string | undefined): WordPatterns[] {
  const typed = [...new Set((search ?? '').toLowerCase().split(/\s+/))].filter(
    (word) => word.replace(MARKS, '') !== '',
  )
  // Whatever has a word has its parts too. Each word is looked for in several columns, and some in several tables.
  const words = typed.filter((word) => !typed.some((other) => other !== word && other.includes(word)))
  // The pattern's own signs are meant as they were typed.
  return words
    .slice(0, WORDS_MAX)
    .map((word) => spellingsOf(word).map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`))
}

/**
 * Whether patterns of {@link patternsOf} match a text, in any case and with any accents. Decomposing a text costs
 * ten times as much as comparing it, and is skipped where every character is one byte; the case of those needs no
 * language, which halves the time once more.
 */
function fits(column: AnyColumn | SQL, patterns: WordPatterns): SQL {
  const oneOf = (text: SQL) => or(...patterns.map((pattern) => sql`${text} like ${pattern}`)) as SQL
  return sql`(${oneOf(sql`lower(${column} collate "C")`)} or (octet_length(${column}) <> char_length(${column}) and ${oneOf(withoutMarks(column))}))`
}

/** Rows in which one of a word's patterns fits at least one of the columns, in any case, with or without accents. */
export const fitsIn = (pattern: WordPatterns, columns: (AnyColumn | SQL)[]): SQL =>
  or(...columns.map((column) => fits(column, pattern))) as SQL

/**
 * Rows in which every word of `search` occurs in at least one of the columns, in any case, with or without accents.
 */
export const searchIn = (search: string | undefined, columns: (AnyColumn | SQL)[]): SQL[] =>
  patternsOf(search).map((pattern) => fitsIn(pattern, columns))
