/** Reads a watchlist file: CSV with the columns name, birth date, list and entry id, in any order. */
import { pipeline } from 'node:stream/promises'
import { createYield } from '#common/cooperative-pause'
import { WATCHLIST_ROWS_MAX } from '#contract/compliance/admin-screening'
import { invalidFieldProblem, Problem, type ProblemDetail } from '#contract/problem'
import { countLines, detectDelimiter, readLines } from './list-lines.ts'
import { splitName } from './name-matching.ts'
import type { WatchlistName } from './name-search-index.ts'

const columns = ['name', 'birth_date', 'list', 'entry_id'] as const
type ColumnName = (typeof columns)[number]

/** Most lines reported as invalid for one file. */
const FAULTS_MAX = 20
const lengths: Record<ColumnName, number> = { name: 255, birth_date: 10, list: 100, entry_id: 100 }
/** Control characters, which neither PostgreSQL nor a screen displays. */
const CONTROL = /\p{Cc}/u
/** What a byte that is not valid UTF-8 decodes to. */
const LOST = '\uFFFD'

const nameOfColumn = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** Whether it is an existing year, month or day. */
function isBirthDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false
  const date = new Date(`${text.padEnd(10, '-01').slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && !text.startsWith('0000')
}

/**
 * Normalizes a date of birth for comparison: of `circa 1999` only the year is kept, and a date marked as
 * unknown becomes empty. An impossible date is left as it is, and rejected later.
 */
function clearBirthDate(text: string): string {
  if (text === '' || /^[\d-]+$/.test(text)) return text
  return /(?<!\d)[12]\d{3}(?!\d)/.exec(text)?.[0] ?? ''
}

function faultOf(row: WatchlistName): string | undefined {
  for (const column of columns) {
    if (row[column].length > lengths[column])
      return `${column.replace('_', ' ')} exceeds ${lengths[column]} characters`
    if (CONTROL.test(row[column])) return `${column.replace('_', ' ')} contains a control character`
  }
  if (splitName(row.name).length === 0) return 'name is missing'
  if (row.list === '') return 'list is missing'
  if (row.entry_id === '') return 'entry id is missing'
  if (row.birth_date !== '' && !isBirthDate(row.birth_date)) {
    return 'birth date is not valid; use 1962-03-02, 1962-03 or 1962'
  }
  return undefined
}

const wrongFile = (faults: ProblemDetail[]) =>
  new Problem('validation', `The watchlist was not uploaded. ${faults[0]?.message ?? ''}`, {
    details: faults,
  })

/** The position of each column. Throws `validation` if one is missing. */
function readHeading(cells: readonly string[]): Record<ColumnName, number> {
  const names = cells.map(nameOfColumn)
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw invalidFieldProblem(
      '/file',
      `The first line must contain the columns name, birth date, list, entry id. Missing: ${missing.map((name) => name.replace('_', ' ')).join(', ')}.`,
    )
  }
  return Object.fromEntries(columns.map((column) => [column, names.indexOf(column)])) as Record<
    ColumnName,
    number
  >
}

/** All known details of a name, as one text. */
const keyOf = ({ list, entry_id, name, birth_date }: WatchlistName) =>
  JSON.stringify([list, entry_id, name, birth_date])

/** A data line of the file. */
interface ReadRow {
  row: WatchlistName
  line: number
  /** Whether its date of birth was reduced to the year or dropped. */
  isUnclear: boolean
}

/**
 * Reads the lines of a watchlist. Throws `validation` for a file that is not CSV, is not in UTF-8 or lacks a
 * column.
 */
async function* readRows(path: string, rest: number): AsyncGenerator<ReadRow> {
  // Loaded with the first watchlist: the server starts without it.
  const { CsvError, parse } = await import('csv-parse')
  const pause = createYield({ rest })
  let heading: Record<ColumnName, number> | undefined
  const parser = parse({
    bom: true,
    delimiter: await detectDelimiter(path),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 10_000,
  })
  // An error in a line also ends the parser, and is thrown to its reader.
  pipeline(readLines(path, rest), parser).catch(() => {})
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      await pause()
      if (record.some((text) => text.includes(LOST))) {
        throw invalidFieldProblem(
          '/file',
          `Line ${info.lines} is not valid UTF-8. Save the file as UTF-8 and upload it again`,
        )
      }
      if (!heading) {
        heading = readHeading(record)
        continue
      }
      const at = heading
      const cell = (column: ColumnName) => (record[at[column]] ?? '').normalize('NFC').trim().toWellFormed()
      const given = cell('birth_date')
      const birth_date = clearBirthDate(given)
      yield {
        row: { name: cell('name'), birth_date, list: cell('list'), entry_id: cell('entry_id') },
        line: info.lines,
        isUnclear: birth_date !== given,
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidFieldProblem(
      '/file',
      'This is not a valid CSV file: a quotation mark is not closed, or a line is too long',
    )
  } finally {
    parser.destroy()
  }
}

/** The unique names of a watchlist. `keys` identifies each of them, the same in every file. */
interface ListFile {
  names: WatchlistName[]
  keys: Set<string>
  /** Lines whose date of birth was reduced to the year or dropped. */
  unclearDates: number
}

/**
 * Throws `validation` for a watchlist with more than `most` names. It runs first and without pauses: the file
 * may be rejected anyway, and the uploader is waiting for the response.
 */
async function assertFits(path: string, most: number): Promise<void> {
  if ((await countLines(path)) <= most) return
  const keys = new Set<string>()
  for await (const { row } of readRows(path, 0)) {
    keys.add(keyOf(row))
    if (keys.size > most)
      throw invalidFieldProblem('/file', `The watchlist can contain up to ${most.toLocaleString('en')} names`)
  }
}

/**
 * Reads the names of a watchlist. Throws `validation` for more than `most` names (before the lines are
 * checked), for a file that is not in UTF-8, and with details of up to twenty invalid lines.
 */
export async function parseWatchlistFile(path: string, most = WATCHLIST_ROWS_MAX): Promise<ListFile> {
  await assertFits(path, most)
  const names: WatchlistName[] = []
  const keys = new Set<string>()
  const faults: ProblemDetail[] = []
  let unclearDates = 0
  for await (const { row, line, isUnclear } of readRows(path, 1)) {
    if (isUnclear) unclearDates += 1
    const fault = faultOf(row)
    const key = keyOf(row)
    if (fault) faults.push({ path: '/file', message: `Line ${line}: ${fault}.` })
    else if (!keys.has(key)) {
      keys.add(key)
      names.push(row)
    }
    if (faults.length >= FAULTS_MAX) break
  }
  if (faults.length > 0) throw wrongFile(faults)
  if (names.length === 0) throw invalidFieldProblem('/file', 'The watchlist contains no names')
  return { names, keys, unclearDates }
}
