/** How distribution payments were calculated, next to their transactions. */
import { eq, inArray, sql } from 'drizzle-orm'
import type { DistributionPayment, Transaction } from '#contract/cash/transactions'
import { database } from '#db/connection'
import { transactions } from '#db/schema/cash/transactions'
import { tokens } from '#db/schema/catalog/tokens'
import { distributionLines, distributionReversals, distributions } from '#db/schema/holdings/register'
import { recordDateTime, selectUnitsTimesAmount } from './distribution-text.ts'

/** The payments among transactions, by transaction id. */
async function readPayments(ids: readonly number[]): Promise<ReadonlyMap<number, DistributionPayment>> {
  if (ids.length === 0) return new Map()
  const line = distributionLines
  const reversal = distributionReversals
  const rows = await database()
    .select({
      id: line.transaction_id,
      symbol: tokens.symbol,
      record_date: distributions.record_date,
      counted_at: sql<
        string | null
      >`to_char((${recordDateTime('distributions')}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      units: line.units,
      amount_per_unit: distributions.amount_per_unit,
      reason: distributions.reason,
      reversal: { at: reversal.created_at, reason: reversal.reason },
    })
    .from(line)
    .innerJoin(distributions, eq(distributions.id, line.distribution_id))
    .innerJoin(tokens, eq(tokens.id, distributions.token_id))
    .leftJoin(reversal, eq(reversal.distribution_id, distributions.id))
    .where(inArray(line.transaction_id, [...ids]))
  return new Map(
    rows.map(({ id, reversal: taken, ...payment }) => [
      id,
      { ...payment, reversal: taken && { ...taken, at: taken.at.toISOString() } },
    ]),
  )
}

/** Adds to distribution payments how they were calculated. */
export async function addDistributionDetails(rows: Transaction[]): Promise<Transaction[]> {
  const payments = await readPayments(rows.filter(({ type }) => type === 'interest').map(({ id }) => id))
  return rows.map((row) => {
    const distribution = payments.get(row.id)
    return distribution ? { ...row, distribution } : row
  })
}

/** The row of the surrounding query: the bare columns would refer to the inner tables. */
const outer = sql.raw('transactions.id')

/** Whether a transaction is a distribution payment, in a query of transactions. */
export const isDistributionPayment = sql<boolean>`(${transactions.type} = 'interest' and exists (
  select from ${distributionLines} as line where line.transaction_id = ${outer}))`

/**
 * What a distribution payment is, in a query of transactions; null for any other. Not its description: earlier ones do
 * not say how the payment was calculated.
 */
export const selectDistributionDescription = sql<
  string | null
>`case when ${transactions.type} = 'interest' then (
  select 'Distribution of ' || token.symbol || ', record date ' || distribution.record_date || ': '
    || ${selectUnitsTimesAmount(sql`line.units`, sql`distribution.amount_per_unit`)}
  from ${distributionLines} as line
  join ${distributions} as distribution on distribution.id = line.distribution_id
  join ${tokens} as token on token.id = distribution.token_id
  where line.transaction_id = ${outer}) end`
