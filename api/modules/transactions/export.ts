/** The rows that leave as files: a range of days, read in batches on the pool for slow work. */
import { and, count, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { refuseField } from '#contract/problem'
import type { Transaction, TransactionStatus, TransactionType } from '#contract/transactions'
import { slowDatabase } from '#db/connection'
import { transactions } from '#db/schema/transactions'
import { csvHeader, csvLine } from './csv.ts'

/** Whole days in UTC as `YYYY-MM-DD`, both included; without one the range is open at that end. */
export interface DayRange {
  from?: string
  to?: string
}

export interface ExportFilter extends DayRange {
  type?: TransactionType
  status?: TransactionStatus
}

const BATCH = 1_000

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayAfter = (day: string): Date => new Date(midnight(day).getTime() + 86_400_000)

/** Throws `validation` when the first day is after the last. */
export function checkRange({ from, to }: DayRange): void {
  if (from && to && from > to) throw refuseField('/from', 'The first day must not be after the last')
}

/** The rows of an investor within a range. */
export const withinRange = (userId: number, { from, to }: DayRange): SQL | undefined =>
  and(
    eq(transactions.user_id, userId),
    from ? gte(transactions.transaction_date, midnight(from)) : undefined,
    to ? lt(transactions.transaction_date, dayAfter(to)) : undefined,
  )

/** The rows from before a range; none when it is open at its beginning. */
export const beforeRange = (userId: number, { from }: DayRange): SQL | undefined =>
  and(eq(transactions.user_id, userId), from ? lt(transactions.transaction_date, midnight(from)) : sql`false`)

export const exportColumns = {
  id: transactions.id,
  type: transactions.type,
  description: transactions.description,
  amount: transactions.amount,
  fee: transactions.fee,
  currency: transactions.currency,
  status: transactions.status,
  transaction_date: transactions.transaction_date,
}

const encoder = new TextEncoder()

export interface Export {
  /** How many there were when the export began. */
  rows: number
  chunks: AsyncIterable<Uint8Array>
}

/**
 * An investor's transactions as CSV, newest first. Each batch begins where the last one ended (keyset), so
 * that it costs the same wherever it is, and its connection is given back before the batch is sent: a caller
 * who reads slowly holds neither a connection nor a snapshot. Rows stored after the beginning are left out;
 * a row edited or deleted meanwhile is taken as it is when its batch is read.
 * Throws `validation` when the first day is after the last.
 */
export async function exportTransactions(userId: number, filter: ExportFilter): Promise<Export> {
  checkRange(filter)
  const { type, status } = filter
  const wanted = and(
    withinRange(userId, filter),
    type ? eq(transactions.type, type) : undefined,
    status ? eq(transactions.status, status) : undefined,
  )
  const [extent] = await slowDatabase()
    .select({ rows: count(), newest: sql<number>`coalesce(max(${transactions.id}), 0)` })
    .from(transactions)
    .where(wanted)
  const { rows = 0, newest = 0 } = extent ?? {}
  return { rows, chunks: writeCsv(and(wanted, lte(transactions.id, newest))) }
}

async function* writeCsv(wanted: SQL | undefined): AsyncGenerator<Uint8Array> {
  yield encoder.encode(csvHeader)
  let last: { transaction_date: Date; id: number } | undefined
  do {
    const rows = await readBatch(wanted, last)
    if (rows.length > 0) yield encoder.encode(rows.map((row) => csvLine(wireRow(row))).join(''))
    last = rows.length === BATCH ? rows.at(-1) : undefined
  } while (last)
}

type Row = Omit<Transaction, 'transaction_date'> & { transaction_date: Date }

export const wireRow = (row: Row): Transaction => ({
  ...row,
  transaction_date: row.transaction_date.toISOString(),
})

function readBatch(wanted: SQL | undefined, last: { transaction_date: Date; id: number } | undefined) {
  const { transaction_date, id } = transactions
  const beyond =
    last &&
    sql`(${transaction_date}, ${id}) < (${last.transaction_date.toISOString()}::timestamptz, ${last.id})`
  return slowDatabase()
    .select(exportColumns)
    .from(transactions)
    .where(and(wanted, beyond))
    .orderBy(desc(transaction_date), desc(id))
    .limit(BATCH)
}
