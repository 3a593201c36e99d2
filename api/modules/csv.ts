/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
import type { RowsFile } from '#plugins/file-stream'

/** What spreadsheets take for the beginning of a formula, full-width forms included (OWASP, CSV Injection). */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r]/u

type Cell = string | number

function cellText(value: Cell): string {
  const text = String(value)
  // A quote in front makes it text for good; the sign stays readable.
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

/** One line, its end included. */
const csvLine = (cells: Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

interface CsvParts<Row> {
  /** The title of each column, and what stands below it. */
  columns: readonly (readonly [title: string, cell: (row: Row) => Cell])[]
  count: () => PromiseLike<readonly { total: number }[]>
  /** At most `limit` rows that come after `last`, or the first ones; fewer are the end. */
  read: (last: Row | undefined, limit: number) => PromiseLike<Row[]>
}

/** Rows in memory at a time. */
const BATCH = 1_000

const encoder = new TextEncoder()

/**
 * Rows as a file, for `serveExport`. Each batch says where the next begins (keyset), so that it costs the same
 * wherever it is, and holds no connection while a slow caller reads it.
 */
export async function exportCsv<Row>({ columns, count, read }: CsvParts<Row>): Promise<RowsFile> {
  const [counted] = await count()
  return { rows: counted?.total ?? 0, chunks: writeCsv(columns, read) }
}

async function* writeCsv<Row>(
  columns: CsvParts<Row>['columns'],
  read: CsvParts<Row>['read'],
): AsyncGenerator<Uint8Array> {
  yield encoder.encode(csvLine(columns.map(([title]) => title)))
  let last: Row | undefined
  do {
    const rows = await read(last, BATCH)
    if (rows.length > 0) {
      yield encoder.encode(rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join(''))
    }
    last = rows.length === BATCH ? rows.at(-1) : undefined
  } while (last)
}
