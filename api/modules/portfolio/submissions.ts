/** Subscriptions as activities: they are asked for, and change nothing of the value. */
import { sql } from 'drizzle-orm'
import type { Activity } from '#contract/portfolio'
import { isoInstant, statement } from '#db/prepared'
import { portfolios } from '#db/schema/portfolios'
import { subscriptions } from '#db/schema/subscriptions'
import { tokens } from '#db/schema/tokens'
import { type Decimal, decimal } from '#shared/asset/decimal'
import { groupDigits } from '#shared/group-digits'

/** Kinds of rows that activities are made of; their places are part of the ids, so new ones go to the end. */
const activityKinds = ['request', 'subscription', 'ledger', 'register', 'unit_value', 'reversal'] as const
export type ActivityKind = (typeof activityKinds)[number]

/** The id of an activity, which stays as others are added: the id of its row, and the kind of the row in its last digit. */
export const activityId = (kind: ActivityKind, row: number): number => row * 10 + activityKinds.indexOf(kind)

export const dollars = (amount: Decimal): string => `$${groupDigits(amount.abs().toFixed(2))}`

/** `amount` in dollars, `5000.00`. */
export const describeSubmission = (amount: string, symbol: string): string =>
  `Subscription for ${dollars(decimal(amount))} of ${symbol} submitted`

const userId = sql.placeholder('userId')

const newestSubmissions = statement<
  [id: number, created_at: string, amount: string, symbol: string, balance: string]
>(
  () => sql`
    select asked.id, asked.created_at, asked.amount, tokens.symbol,
      coalesce((select total_value from ${portfolios} where user_id = ${userId}), 0)::text
    from ${subscriptions} as asked join ${tokens} as tokens on tokens.id = asked.token_id
    where asked.user_id = ${userId} order by asked.id desc limit ${sql.placeholder('limit')}`,
)

/** The newest subscriptions of an investor without derived figures, newest first, at most `limit`. */
export async function listSubmissions(investorId: number, limit: number): Promise<Activity[]> {
  const rows = await newestSubmissions({ userId: investorId, limit })
  return rows.map(([id, created_at, amount, symbol, balance]) => ({
    id: activityId('subscription', id),
    type: 'investment',
    description: describeSubmission(amount, symbol),
    activity_date: isoInstant(created_at),
    net_growth: '0.00',
    balance: decimal(balance).toFixed(2),
  }))
}
