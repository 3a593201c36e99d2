/**
 * Payments of reversed distributions between two days, for a statement: each on its payment date and on its reversal
 * date.
 */
import { sql } from 'drizzle-orm'
import { prepareStatement } from '#db/prepared-queries'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import type { Day } from '#shared/calculations/calendar'

/** Effect of a payment, or its reversal, on the cash. */
export interface ReversedPayment {
  at: Day
  /** ISO 8601. */
  time: string
  /** Id of the transaction, which is cancelled. */
  id: number
  isReversal: boolean
  description: string
  /** Two decimals; negative for a reversal. */
  amount: string
}

type Row = [at: Day, time: string, id: number, isReversal: boolean, description: string, amount: string]

const isoText = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`)

const readRows = prepareStatement<Row>(
  () => sql`
    select (at at time zone 'UTC')::date::text, to_char(at at time zone 'UTC', ${isoText}), transaction_id, is_reversal,
      description, amount::text
    from (${reversedPayments(sql.placeholder('userId'))}) as reversed
    where (at at time zone 'UTC')::date > ${sql.placeholder('after')}::date
      and (at at time zone 'UTC')::date <= ${sql.placeholder('until')}::date
    order by at, transaction_id, is_reversal`,
)

/** Those after the end of one day (or from the beginning) until the end of another; oldest first. */
export async function listReversedPayments(
  userId: number,
  after: Day | null,
  until: Day,
): Promise<ReversedPayment[]> {
  const rows = await readRows({ userId, after: after ?? '-infinity', until })
  return rows.map(([at, time, id, isReversal, description, amount]) => {
    return { at, time, id, isReversal, description, amount }
  })
}
