/** Subscriptions as activities: they are requests and do not change the value. */
import { sql } from 'drizzle-orm'
import type { Activity } from '#contract/portfolio/portfolio'
import { prepareStatement, toIsoTimestamp } from '#db/prepared-queries'
import { tokens } from '#db/schema/catalog/tokens'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { type Decimal, toDecimal } from '#shared/calculations/decimal'
import { addThousandsSeparators } from '#shared/thousands-separators'

/** Kinds of rows behind activities; their positions are part of the ids, so new ones go at the end. */
const activityKinds = ['request', 'subscription', 'ledger', 'register', 'unit_value', 'reversal'] as const
export type ActivityKind = (typeof activityKinds)[number]

/**
 * The id of an activity, which is stable as others are added: the id of its row, with the kind of row as the last
 * digit.
 */
export const activityId = (kind: ActivityKind, row: number): number => row * 10 + activityKinds.indexOf(kind)

export const formatDollars = (amount: Decimal): string =>
  `$${addThousandsSeparators(amount.abs().toFixed(2))}`

/** `amount` in dollars, `5000.00`. */
export const formatSubmission = (amount: string, symbol: string): string =>
  `Subscription for ${formatDollars(toDecimal(amount))} of ${symbol} submitted`

const userId = sql.placeholder('userId')

const newestSubmissions = prepareStatement<
  [id: number, created_at: string, amount: string, symbol: string, balance: string]
>(
  () => sql`
    select asked.id, asked.created_at, asked.amount, tokens.symbol,
      coalesce((select total_value from ${portfolios} where user_id = ${userId}), 0)::text
    from ${subscriptions} as asked join ${tokens} as tokens on tokens.id = asked.token_id
    where asked.user_id = ${userId} order by asked.id desc limit ${sql.placeholder('limit')}`,
)

/** The latest subscriptions of an investor without calculated figures, newest first, at most `limit`. */
export async function listSubmittedSubscriptions(investorId: number, limit: number): Promise<Activity[]> {
  const rows = await newestSubmissions({ userId: investorId, limit })
  return rows.map(([id, created_at, amount, symbol, balance]) => ({
    id: activityId('subscription', id),
    type: 'investment',
    description: formatSubmission(amount, symbol),
    activity_date: toIsoTimestamp(created_at),
    net_growth: '0.00',
    balance: toDecimal(balance).toFixed(2),
  }))
}
