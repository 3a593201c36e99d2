/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
import type { Transaction } from '#contract/transactions'

/** What spreadsheets take for the beginning of a formula, full-width forms included (OWASP, CSV Injection). */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r]/u

function cell(value: string | number): string {
  const text = String(value)
  // A quote in front makes it text for good; the sign stays readable.
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`

/** The first line of every file. */
export const csvHeader = line([
  'Transaction ID',
  'Date (UTC)',
  'Type',
  'Status',
  'Description',
  'Amount',
  'Fee',
  'Currency',
])

/** One transaction; its amount is positive, as everywhere, and its type gives the sign. */
export const csvLine = (row: Transaction): string =>
  line([
    row.id,
    row.transaction_date,
    row.type,
    row.status,
    row.description,
    row.amount,
    row.fee,
    row.currency,
  ])
