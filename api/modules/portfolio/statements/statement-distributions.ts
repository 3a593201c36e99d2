/** Effect of distributions on the cash between two days, for a statement. */
import { sql } from 'drizzle-orm'
import { prepareStatement } from '#db/prepared-queries'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import type { Day } from '#shared/calculations/calendar'

const userId = sql.placeholder('userId')

/** Days as the ledger counts them: see `getPortfolioRecords`. */
const readSum = prepareStatement<[sum: string]>(
  () => sql`
    select coalesce(sum(amount), 0)::text from (
      select line.amount, least((paid.transaction_date at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as day
      from distribution_lines as line join transactions as paid on paid.id = line.transaction_id
      where line.user_id = ${userId} and paid.status = 'completed'
      union all
      select amount, (at at time zone 'UTC')::date from (${reversedPayments(userId)}) as reversed
    ) as received
    where day > ${sql.placeholder('after')}::date and day <= ${sql.placeholder('until')}::date`,
)

/** Distribution payments less reversals, after the end of one day (or from the beginning) until the end of another. */
export async function sumDistributions(userId: number, after: Day | null, until: Day): Promise<string> {
  const [row] = await readSum({ userId, after: after ?? '-infinity', until })
  return row?.[0] ?? '0'
}
