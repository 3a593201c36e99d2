import { sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { transactionTotals } from '#db/schema/cash/transactions'
import { holdings } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { portfolios } from '#db/schema/portfolio/portfolios'

/**
 * Whether an investor has completed onboarding: an investment is approved or units are held, a deposit is booked, and
 * no approved subscription is unpaid.
 */
export async function hasCompletedOnboarding(userId: number): Promise<boolean> {
  const [row] = await database().execute<{ underway: boolean }>(sql`
    select (exists (select from ${portfolios} where user_id = ${userId} and active_investments > 0)
        or exists (select from ${holdings} where user_id = ${userId} and units > 0))
      and exists (select from ${transactionTotals}
        where user_id = ${userId} and type = 'deposit' and status = 'completed' and count > 0)
      and not exists (select from ${subscriptions} where user_id = ${userId} and state = 'approved') as underway`)
  return row?.underway ?? false
}
