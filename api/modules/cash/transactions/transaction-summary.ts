import { eq, sql } from 'drizzle-orm'
import type { TransactionSummary, TransactionType } from '#contract/cash/transactions'
import { prepareQuery, toIsoTimestamp } from '#db/prepared-queries'
import { transactions, transactionTotals } from '#db/schema/cash/transactions'
import { holdings } from '#db/schema/holdings/register'
import { users } from '#db/schema/identity/accounts'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { toDecimal } from '#shared/calculations/decimal'

const { type, status, count, amount, fees } = transactionTotals

/** Sum of the completed rows of one type, with two decimals even if there are none. */
const completed = (what: TransactionType) =>
  sql<string>`coalesce(sum(${amount}) filter (where ${type} = ${sql.raw(`'${what}'`)} and ${status} = 'completed'), 0.00)`

const userId = sql.placeholder('userId')
const isEntered = sql`coalesce((select is_recorded from ${portfolios} where user_id = ${userId}), false)`
const unitsPaid = sql`coalesce((select -sum(cash_effect) from ${holdings} where user_id = ${userId}), 0.00)`

const since = sql`least((select created_at from ${users} where id = ${userId}), (
  select transaction_date from ${transactions} where user_id = ${userId} order by transaction_date limit 1))`

const totals = prepareQuery((db) =>
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
 * Sums over an investor's completed transactions, the total count, and the reconciliation of the balance with the cash:
 * from stored totals rather than a scan.
 */
export async function getTransactionSummary(userId: number): Promise<TransactionSummary> {
  const [summary] = await totals().execute({ userId })
  if (!summary) throw new Error('A sum returned no row')
  const { balance, units_paid } = summary
  return {
    ...summary,
    since: toIsoTimestamp(summary.since),
    cash: units_paid && toDecimal(balance).minus(toDecimal(units_paid)).toFixed(2),
  }
}
