/** Recalculates redundant data in the database and compares it. */
import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

export interface TotalsDiscrepancy {
  user_id: number
  type: string
  status: string
  kept_count: number
  actual_count: number
  kept_amount: string
  actual_amount: string
  kept_fees: string
  actual_fees: string
}

/** Where `transaction_totals` differs from the sums of `transactions`; empty if all is well. */
export async function findTotalsDiscrepancies(db: Database): Promise<TotalsDiscrepancy[]> {
  return [
    ...(await db.execute<TotalsDiscrepancy & Record<string, unknown>>(sql`
      select user_id, type, status,
        coalesce(kept.count, 0) as kept_count, coalesce(actual.count, 0) as actual_count,
        coalesce(kept.amount, 0) as kept_amount, coalesce(actual.amount, 0) as actual_amount,
        coalesce(kept.fees, 0) as kept_fees, coalesce(actual.fees, 0) as actual_fees
      from transaction_totals as kept
      full join (
        select user_id, type, status, count(*) as count, sum(amount) as amount, sum(fee) as fees
        from transactions group by user_id, type, status
      ) as actual using (user_id, type, status)
      where (coalesce(kept.count, 0), coalesce(kept.amount, 0), coalesce(kept.fees, 0))
        is distinct from (coalesce(actual.count, 0), coalesce(actual.amount, 0), coalesce(actual.fees, 0))
      order by user_id, type, status`)),
  ]
}
