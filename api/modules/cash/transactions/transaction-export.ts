/** The exported rows: a date range, read in batches on the pool for slow work. */

import { and, count, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { exportCsv, toCsvDecimal } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertDayRange } from '#common/range-validation'
import type { Transaction, TransactionStatus, TransactionType } from '#contract/cash/transactions'
import { slowQueryDatabase } from '#db/connection'
import { fullName } from '#db/full-name-sql'
import {
  beforeDayCondition,
  type DayRange,
  keysetCondition,
  searchConditions,
  withinDaysCondition,
} from '#db/list-queries'
import { transactions } from '#db/schema/cash/transactions'
import { users } from '#db/schema/identity/accounts'
import { calculateBalanceEffect } from './balance-effect.ts'

export interface ExportFilter extends DayRange {
  type?: TransactionType
  status?: TransactionStatus
  /** Words in the description. */
  search?: string
}

/** The rows of an investor within a range. */
export const withinRangeCondition = (userId: number, range: DayRange): SQL | undefined =>
  and(eq(transactions.user_id, userId), withinDaysCondition(transactions.transaction_date, range))

/** The rows before a range; none if it has no first day. */
export const beforeRangeCondition = (userId: number, { from }: DayRange): SQL | undefined =>
  and(
    eq(transactions.user_id, userId),
    from ? beforeDayCondition(transactions.transaction_date, from) : sql`false`,
  )

/** The transactions of an investor that match a filter. */
export const toCondition = (userId: number, filter: ExportFilter): SQL | undefined =>
  and(
    withinRangeCondition(userId, filter),
    filter.type ? eq(transactions.type, filter.type) : undefined,
    filter.status ? eq(transactions.status, filter.status) : undefined,
    ...searchConditions(filter.search, [transactions.description]),
  )

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

/** An amount is positive, as everywhere, and its type determines the sign; the last column can be summed. */
const csvColumns = [
  ['Transaction ID', ({ id }: Row) => id],
  ['Date (UTC)', ({ transaction_date }: Row) => transaction_date.toISOString()],
  ['Type', ({ type }: Row) => type],
  ['Status', ({ status }: Row) => status],
  ['Description', ({ description }: Row) => description],
  ['Amount', ({ amount }: Row) => toCsvDecimal(amount)],
  ['Fee', ({ fee }: Row) => toCsvDecimal(fee)],
  ['Currency', ({ currency }: Row) => currency],
  [
    'Effect on balance',
    (row: Row) => toCsvDecimal(row.status === 'completed' ? calculateBalanceEffect(row).toFixed(2) : '0.00'),
  ],
] as const

/** Matching rows at the start of an export: how many, and the newest of them. */
async function measure(wanted: SQL | undefined) {
  const [extent] = await slowQueryDatabase()
    .select({ total: count(), newest: sql<number>`coalesce(max(${transactions.id}), 0)` })
    .from(transactions)
    .where(wanted)
  if (!extent) throw new Error('A count returned no row')
  return extent
}

/** The condition of the batch after a row. */
const batchAfter = (wanted: SQL | undefined, newest: number, last: Row | undefined): SQL | undefined =>
  and(
    wanted,
    lte(transactions.id, newest),
    keysetCondition(
      '<',
      [transactions.transaction_date, transactions.id],
      last && [last.transaction_date, last.id],
    ),
  )

const newestFirst = [desc(transactions.transaction_date), desc(transactions.id)] as const

/**
 * Matching transactions as CSV, newest first. Rows stored after the start are omitted; a row edited or deleted in the
 * meantime is exported as it is when its batch is read.
 */
export async function exportRows(wanted: SQL | undefined): Promise<GeneratedFile> {
  const extent = await measure(wanted)
  return exportCsv<Row>({
    columns: csvColumns,
    count: async () => [extent],
    read: (last, limit) =>
      slowQueryDatabase()
        .select(exportColumns)
        .from(transactions)
        .where(batchAfter(wanted, extent.newest, last))
        .orderBy(...newestFirst)
        .limit(limit),
  })
}

/** The same for all investors, with the owner of each. */
export async function exportAllInvestorRows(wanted: SQL | undefined): Promise<GeneratedFile> {
  const extent = await measure(wanted)
  type Owned = Row & { user_id: number; investor: string }
  return exportCsv<Owned>({
    columns: [
      ...csvColumns.slice(0, 2),
      ['User ID', ({ user_id }: Owned) => user_id],
      ['Investor', ({ investor }: Owned) => investor],
      ...csvColumns.slice(2),
    ],
    count: async () => [extent],
    read: (last, limit) =>
      slowQueryDatabase()
        .select({
          ...exportColumns,
          user_id: transactions.user_id,
          investor: fullName(users),
        })
        .from(transactions)
        .innerJoin(users, eq(users.id, transactions.user_id))
        .where(batchAfter(wanted, extent.newest, last))
        .orderBy(...newestFirst)
        .limit(limit),
  })
}

/** An investor's transactions as CSV. Throws `validation` when the first day is after the last. */
export async function exportTransactions(userId: number, filter: ExportFilter): Promise<GeneratedFile> {
  assertDayRange(filter)
  return exportRows(toCondition(userId, filter))
}

type Row = Omit<Transaction, 'transaction_date'> & { transaction_date: Date }

export const toTransaction = (row: Row): Transaction => ({
  ...row,
  transaction_date: row.transaction_date.toISOString(),
})
