/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */

/** What spreadsheets take for the beginning of a formula, full-width forms included (OWASP, CSV Injection). */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r]/u

export type Cell = string | number

function cellText(value: Cell): string {
  const text = String(value)
  // A quote in front makes it text for good; the sign stays readable.
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, its end included. */
export const csvLine = (cells: Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

interface CsvParts<Row> {
  header: string[]
  /** The rows after `last`, or the first ones; fewer than `batch` are the end. */
  read: (last: Row | undefined) => Promise<Row[]>
  batch: number
  cells: (row: Row) => Cell[]
}

const encoder = new TextEncoder()

/**
 * Writes rows a batch at a time, for `sendFileStream`. Each batch says where the next begins (keyset), so that it
 * costs the same wherever it is, and holds no connection while a slow caller reads it.
 */
export async function* writeCsv<Row>({
  header,
  read,
  batch,
  cells,
}: CsvParts<Row>): AsyncGenerator<Uint8Array> {
  yield encoder.encode(csvLine(header))
  let last: Row | undefined
  do {
    const rows = await read(last)
    if (rows.length > 0) yield encoder.encode(rows.map((row) => csvLine(cells(row))).join(''))
    last = rows.length === batch ? rows.at(-1) : undefined
  } while (last)
}
