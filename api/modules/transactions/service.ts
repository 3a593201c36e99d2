import { eq, sql } from 'drizzle-orm'
import type { RowsFile } from '#common/files'
import { invalidField } from '#contract/problem'
import type { TransactionSummary, TransactionType } from '#contract/transactions'
import type { DayRange } from '#db/listing'
import { isoInstant, prepared } from '#db/prepared'
import { users } from '#db/schema/accounts'
import { portfolios } from '#db/schema/portfolios'
import { holdings } from '#db/schema/register'
import { transactions, transactionTotals } from '#db/schema/transactions'
import { decimal } from '#shared/asset/decimal'
import { readStatement } from './statement-figures.ts'

export { exportTransactions } from './export.ts'
export { readHistory, readOwnTransaction } from './history.ts'
export { firstPageOf, readPage } from './page.ts'

/**
 * A statement of a range of days as a PDF. The PDF library is loaded with the first one: most instances never need
 * it, and none needs it to start. Throws as `readStatement` does.
 */
export async function writeStatement(userId: number, range: DayRange): Promise<RowsFile> {
  const statement = await readStatement(userId, range)
  const { drawStatement } = await import('./statement.ts')
  return { rows: statement.rows.length, chunks: drawStatement(statement, new Date()) }
}

/** In UTC. */
export const currentYear = (): number => new Date().getUTCFullYear()

/** The statement of a calendar year. Throws `validation` for a year that has not begun, and as {@link writeStatement}. */
export async function writeYearlyStatement(userId: number, year: number = currentYear()): Promise<RowsFile> {
  if (year > currentYear()) throw invalidField('/year', 'Choose this year or an earlier one')
  return writeStatement(userId, { from: `${year}-01-01`, to: `${year}-12-31` })
}

const { type, status, count, amount, fees } = transactionTotals

/** Sum of the completed rows of one type, with two decimals also when there are none. */
const completed = (what: TransactionType) =>
  sql<string>`coalesce(sum(${amount}) filter (where ${type} = ${sql.raw(`'${what}'`)} and ${status} = 'completed'), 0.00)`

const userId = sql.placeholder('userId')
const isEntered = sql`coalesce((select is_recorded from ${portfolios} where user_id = ${userId}), false)`
const unitsPaid = sql`coalesce((select -sum(cash_effect) from ${holdings} where user_id = ${userId}), 0.00)`

const since = sql`least((select created_at from ${users} where id = ${userId}), (
  select transaction_date from ${transactions} where user_id = ${userId} order by transaction_date limit 1))`

const totals = prepared((db) =>
  db
    .select({
      total_deposits: completed('deposit'),
      total_withdrawals: completed('withdrawal'),
      // The total of fees: rows of type fee, and the fees of other rows.
      total_fees: sql<string>`coalesce(sum(case when ${type} = 'fee' then ${amount} else 0 end + ${fees}) filter (where ${status} = 'completed'), 0.00)`,
      total_interest: completed('interest'),
      total_transfers: completed('transfer'),
      balance: sql<string>`coalesce(sum(case ${type} when 'deposit' then ${amount} when 'interest' then ${amount} when 'transfer' then 0 else -${amount} end - ${fees}) filter (where ${status} = 'completed'), 0.00)`,
      units_paid: sql<string | null>`case when ${isEntered} then null else ${unitsPaid} end`,
      since: sql<string>`${since}::text`,
      completed_count: sql<number>`coalesce(sum(${count}) filter (where ${status} = 'completed'), 0)::bigint`,
      transaction_count: sql<number>`coalesce(sum(${count}), 0)::bigint`,
    })
    .from(transactionTotals)
    .where(eq(transactionTotals.user_id, userId))
    .prepare('transaction_summary'),
)

/**
 * Sums over an investor's completed transactions, the count of all, and how the balance leads to the cash: from
 * stored totals, not by a scan.
 */
export async function summarise(userId: number): Promise<TransactionSummary> {
  const [summary] = await totals().execute({ userId })
  if (!summary) throw new Error('A sum returned no row')
  const { balance, units_paid } = summary
  return {
    ...summary,
    since: isoInstant(summary.since),
    cash: units_paid && decimal(balance).minus(decimal(units_paid)).toFixed(2),
  }
}
