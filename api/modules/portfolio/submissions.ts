/** Subscriptions as activities: they are asked for, and change nothing of the value. */
import { sql } from 'drizzle-orm'
import type { Activity } from '#contract/portfolio'
import { isoInstant, statement } from '#db/prepared'
import { portfolios } from '#db/schema/portfolios'
import { subscriptions } from '#db/schema/subscriptions'
import { tokens } from '#db/schema/tokens'
import { type Decimal, decimal } from '#shared/asset/decimal'
import { groupDigits } from '#shared/group-digits'

export const dollars = (amount: Decimal): string => `$${groupDigits(amount.abs().toFixed(2))}`

/** `amount` in dollars, `5000.00`. */
export const describeSubmission = (amount: string, symbol: string): string =>
  `Subscription for ${dollars(decimal(amount))} of ${symbol} submitted`

const userId = sql.placeholder('userId')

const newestSubmissions = statement<[created_at: string, amount: string, symbol: string, balance: string]>(
  () => sql`
    select asked.created_at, asked.amount, tokens.symbol,
      coalesce((select total_value from ${portfolios} where user_id = ${userId}), 0)::text
    from ${subscriptions} as asked join ${tokens} as tokens on tokens.id = asked.token_id
    where asked.user_id = ${userId} order by asked.id desc limit ${sql.placeholder('limit')}`,
)

/** The newest subscriptions of an investor without derived figures, newest first, at most `limit`. */
export async function listSubmissions(investorId: number, limit: number): Promise<Omit<Activity, 'id'>[]> {
  const rows = await newestSubmissions({ userId: investorId, limit })
  return rows.map(([created_at, amount, symbol, balance]) => ({
    type: 'investment',
    description: describeSubmission(amount, symbol),
    activity_date: isoInstant(created_at),
    net_growth: '0.00',
    balance: decimal(balance).toFixed(2),
  }))
}
