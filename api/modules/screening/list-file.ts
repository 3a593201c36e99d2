/** Reads the file of a list: CSV with the columns name, birth date, list and entry id, in any order. */
import { pipeline } from 'node:stream/promises'
import { createPause } from '#common/pause'
import { LIST_ROWS_MAX } from '#contract/admin-screening'
import { invalidField, Problem, type ProblemDetail } from '#contract/problem'
import { countLines, delimiterOf, readLines } from './list-lines.ts'
import type { ListedName } from './name-index.ts'
import { partsOf } from './names.ts'

const columns = ['name', 'birth_date', 'list', 'entry_id'] as const
type ColumnName = (typeof columns)[number]

/** Most lines that are named in the answer to a wrong file. */
const FAULTS_MAX = 20
const lengths: Record<ColumnName, number> = { name: 255, birth_date: 10, list: 100, entry_id: 100 }
/** Control characters, which PostgreSQL and screens do not show. */
const CONTROL = /\p{Cc}/u
/** What a byte that is no UTF-8 is read as. */
const LOST = '\uFFFD'

const nameOfColumn = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** Whether it is a year, a month or a day that exists. */
function isBirthDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false
  const date = new Date(`${text.padEnd(10, '-01').slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && !text.startsWith('0000')
}

/**
 * A birth date as it is compared: lists write `circa 1999`, of which the year is kept, or that it is unknown. A date
 * that cannot be is left as it is, and refused.
 */
function clearBirthDate(text: string): string {
  if (text === '' || /^[\d-]+$/.test(text)) return text
  return /(?<!\d)[12]\d{3}(?!\d)/.exec(text)?.[0] ?? ''
}

function faultOf(row: ListedName): string | undefined {
  for (const column of columns) {
    if (row[column].length > lengths[column])
      return `${column.replace('_', ' ')} has more than ${lengths[column]} characters`
    if (CONTROL.test(row[column])) return `${column.replace('_', ' ')} has a control character`
  }
  if (partsOf(row.name).length === 0) return 'there is no name'
  if (row.list === '') return 'there is no list'
  if (row.entry_id === '') return 'there is no entry id'
  if (row.birth_date !== '' && !isBirthDate(row.birth_date)) {
    return 'the birth date is none: write 1962-03-02, 1962-03 or 1962'
  }
  return undefined
}

const wrongFile = (faults: ProblemDetail[]) =>
  new Problem('validation', `The list was not taken over. ${faults[0]?.message ?? ''}`, { details: faults })

/** Where each column is. Throws `validation` when one is missing. */
function readHeading(cells: readonly string[]): Record<ColumnName, number> {
  const names = cells.map(nameOfColumn)
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw invalidField(
      '/file',
      `The first line must name the columns name, birth date, list, entry id. Missing: ${missing.map((name) => name.replace('_', ' ')).join(', ')}.`,
    )
  }
  return Object.fromEntries(columns.map((column) => [column, names.indexOf(column)])) as Record<
    ColumnName,
    number
  >
}

/** All that is known of a name, as one text. */
const keyOf = ({ list, entry_id, name, birth_date }: ListedName) =>
  JSON.stringify([list, entry_id, name, birth_date])

/** A line of the file after the heading. */
interface ReadRow {
  row: ListedName
  line: number
  /** Whether the year alone was kept of its birth date, or nothing. */
  isUnclear: boolean
}

/**
 * Reads the lines of a list. Throws `validation` for a file that is no CSV, in another encoding than UTF-8 or without
 * the columns.
 */
async function* readRows(path: string, rest: number): AsyncGenerator<ReadRow> {
  // Loaded with the first list: a server starts without it.
  const { CsvError, parse } = await import('csv-parse')
  const pause = createPause({ rest })
  let heading: Record<ColumnName, number> | undefined
  const parser = parse({
    bom: true,
    delimiter: await delimiterOf(path),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 10_000,
  })
  // What is wrong with a line ends the parser, too, and is thrown where it is read.
  pipeline(readLines(path, rest), parser).catch(() => {})
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      await pause()
      if (record.some((text) => text.includes(LOST))) {
        throw invalidField(
          '/file',
          `Line ${info.lines} has letters that are not in UTF-8. Save the file as UTF-8 and upload it again`,
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
    throw invalidField('/file', 'This is no CSV file: a quotation mark is open, or a line is too long')
  } finally {
    parser.destroy()
  }
}

/** The names of a list, each once. `keys` has a text for each, the same in every file. */
interface ListFile {
  names: ListedName[]
  keys: Set<string>
  /** Lines of birth dates of which the year alone was kept, or nothing. */
  unclearDates: number
}

/**
 * Throws `validation` for a list with more names than `most`. Nothing else is done with a file that is refused anyway,
 * and it does not rest: whoever uploaded it waits for the answer.
 */
async function assertFits(path: string, most: number): Promise<void> {
  if ((await countLines(path)) <= most) return
  const keys = new Set<string>()
  for await (const { row } of readRows(path, 0)) {
    keys.add(keyOf(row))
    if (keys.size > most)
      throw invalidField('/file', `The list may have at most ${most.toLocaleString('en')} names`)
  }
}

/**
 * Reads the names of a list. Throws `validation` for one of more names than `most`, before its lines are checked, for a
 * file in another encoding than UTF-8, and with a detail for each wrong line, at most twenty.
 */
export async function readListFile(path: string, most = LIST_ROWS_MAX): Promise<ListFile> {
  await assertFits(path, most)
  const names: ListedName[] = []
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
  if (names.length === 0) throw invalidField('/file', 'The list has no names')
  return { names, keys, unclearDates }
}
