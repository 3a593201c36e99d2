/** The payments of reversed distributions between two days, for a statement: each when it was paid and when reversed. */
import { sql } from 'drizzle-orm'
import { statement } from '#db/prepared'
import { reversedPayments } from '#modules/portfolio/reversed-payments'
import type { Day } from '#shared/asset/calendar'

/** What a payment, or its reversal, did to the cash. */
export interface ReversedPayment {
  at: Day
  /** ISO 8601. */
  time: string
  /** Of the transaction, which is cancelled. */
  id: number
  isReversal: boolean
  description: string
  /** Two decimals; negative of a reversal. */
  amount: string
}

type Row = [at: Day, time: string, id: number, isReversal: boolean, description: string, amount: string]

const isoText = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`)

const readRows = statement<Row>(
  () => sql`
    select (at at time zone 'UTC')::date::text, to_char(at at time zone 'UTC', ${isoText}), transaction_id, is_reversal,
      description, amount::text
    from (${reversedPayments(sql.placeholder('userId'))}) as reversed
    where (at at time zone 'UTC')::date > ${sql.placeholder('after')}::date
      and (at at time zone 'UTC')::date <= ${sql.placeholder('until')}::date
    order by at, transaction_id, is_reversal`,
)

/** Those after the end of one day, or all, until the end of another; oldest first. */
export async function readReversedPayments(
  userId: number,
  after: Day | null,
  until: Day,
): Promise<ReversedPayment[]> {
  const rows = await readRows({ userId, after: after ?? '-infinity', until })
  return rows.map(([at, time, id, isReversal, description, amount]) => {
    return { at, time, id, isReversal, description, amount }
  })
}
