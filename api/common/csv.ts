/** Rows as CSV (RFC 4180), safe to open in a spreadsheet, or as a workbook of Excel. */
import { setImmediate } from 'node:timers/promises'
import type { GeneratedFile } from '#common/file-types'
import { WORKBOOK_TYPE } from '#contract/table-file'
import { checkSheetFits, type WorkbookCell, writeWorkbook } from './workbook.ts'

/**
 * Each position in a text where a spreadsheet may begin a cell, and the sign of a formula if one follows (OWASP, CSV
 * Injection; full-width forms included). A cell begins with the text, and after a line break, `;`, tab or `|`: where
 * a locale separates cells by one of these, the quotes around the text no longer keep it together. The characters
 * skipped before the sign are part of the match, so that a text is scanned once.
 */
const CELL_START = /((?:^|[\r\n\t;|])[\s\p{Cf}"';|]*)([=+\-@\uFF0B\uFF0D\uFF1D\uFF20])?/gu
/** Some spreadsheets drop a leading tab or carriage return, and read on. */
const HIDDEN_START = /^(?=[\t\r])/

const SEPARATORS = ['\r', '\n', '\t', ';', '|']

const NEUTRAL = "'"

/** An exact decimal, written as a number: a spreadsheet adds it up. */
export interface CsvDecimal {
  decimal: string
}

type Cell = string | number | CsvDecimal

/** A column of figures that are stored as decimal strings, such as '-18436.66'; empty for null. */
export function toCsvDecimal(value: string | null | undefined): CsvDecimal | '' {
  if (value === null || value === undefined) return ''
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new TypeError('A figure that is no decimal cannot be exported')
  return { decimal: value }
}

/** Text that no spreadsheet runs: a quote in front of a formula makes it text, and its sign stays readable. */
const neutralize = (text: string): string =>
  text.replace(HIDDEN_START, NEUTRAL).replace(CELL_START, (start, skipped: string, sign?: string) => {
    if (!sign) return start
    const at = Math.max(...SEPARATORS.map((separator) => skipped.lastIndexOf(separator))) + 1
    return skipped.slice(0, at) + NEUTRAL + skipped.slice(at) + sign
  })

function cellText(value: Cell): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value.decimal
  const safe = neutralize(value)
  return /[",\r\n\t;|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const formatBoolean = (value: boolean): string => (value ? 'yes' : 'no')

/** One line with its line break. */
const csvLine = (cells: Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

interface CsvParts<Row> {
  /** The title of each column, and its cell in a row. */
  columns: readonly (readonly [title: string, cell: (row: Row) => Cell])[]
  count: () => PromiseLike<readonly { total: number }[]>
  /** At most `limit` rows after `last`, or the first ones; a shorter batch is the last. */
  read: (last: Row | undefined, limit: number) => PromiseLike<Row[]>
}

/**
 * `count` and `read` of rows that are in memory already, numbered from 1. They are read in a later task: a response
 * that is complete at once gets a length, which the response to HEAD does not have.
 */
export const createInMemorySource = <Row extends { number: number }>(
  rows: readonly Row[],
): Pick<CsvParts<Row>, 'count' | 'read'> => ({
  count: async () => [{ total: rows.length }],
  read: async (last, limit) => {
    await setImmediate()
    return rows.slice(last?.number ?? 0, (last?.number ?? 0) + limit)
  },
})

/** Rows in memory at a time. */
const BATCH = 1_000

const encoder = new TextEncoder()

/**
 * Rows as a file, for `serveExport`, which asks for the workbook where the caller wants one. Each batch says where the
 * next begins (keyset), so that it costs the same at every position, and uses no connection while a slow caller reads it.
 */
export async function exportCsv<Row>({ columns, count, read }: CsvParts<Row>): Promise<GeneratedFile> {
  const [counted] = await count()
  const rows = counted?.total ?? 0
  let made = 0
  const madeRows = () => made
  const titles = columns.map(([title]) => title)
  const batches = async function* () {
    let last: Row | undefined
    do {
      const batch = await read(last, BATCH)
      if (batch.length > 0) {
        made += batch.length
        yield batch.map((row) => columns.map(([, cell]) => cell(row)))
      }
      last = batch.length === BATCH ? batch.at(-1) : undefined
    } while (last)
  }
  return {
    rows,
    madeRows,
    chunks: writeCsv(titles, batches()),
    workbook: () => {
      checkSheetFits(rows)
      return { rows, madeRows, type: WORKBOOK_TYPE, chunks: writeWorkbook(titles, toWorkbook(batches())) }
    },
  }
}

async function* writeCsv(titles: string[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<Uint8Array> {
  yield encoder.encode(csvLine(titles))
  for await (const rows of batches) yield encoder.encode(rows.map(csvLine).join(''))
}

const workbookCell = (value: Cell): WorkbookCell => {
  if (typeof value === 'number') return { number: String(value) }
  return typeof value === 'string' ? value : { number: value.decimal }
}

async function* toWorkbook(batches: AsyncIterable<Cell[][]>): AsyncGenerator<WorkbookCell[][]> {
  for await (const rows of batches) yield rows.map((row) => row.map(workbookCell))
}
