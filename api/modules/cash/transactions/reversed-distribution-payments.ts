/**
 * Payments of reversed distributions. Their transactions are cancelled and no longer count; their effect on the cash is
 * a payment on one day and its reversal on another.
 */
import { type SQL, sql } from 'drizzle-orm'
import { transactions } from '#db/schema/cash/transactions'
import { distributionLines, distributionReversals } from '#db/schema/holdings/register'

/**
 * Rows of transaction_id, description, currency, booked_at, at (when it took effect), is_reversal and amount, two for
 * each payment: for one investor, or for all.
 */
export const reversedPayments = (userId?: SQL | ReturnType<typeof sql.placeholder>): SQL => sql`
  select paid.id as transaction_id, paid.description, paid.currency, paid.transaction_date as booked_at, effect.at, effect.is_reversal,
    case when effect.is_reversal then -line.amount else line.amount end as amount
  from ${distributionLines} as line
  join ${distributionReversals} as reversal on reversal.distribution_id = line.distribution_id
  join ${transactions} as paid on paid.id = line.transaction_id
  cross join lateral (values (paid.transaction_date, false), (reversal.created_at, true)) as effect (at, is_reversal)
  where ${userId === undefined ? sql`true` : sql`line.user_id = ${userId}`}`
