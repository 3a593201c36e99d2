/** Transactions as lines of a CSV file. */
import type { Transaction } from '#contract/transactions'
import { csvLine as line } from '#modules/csv'

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
