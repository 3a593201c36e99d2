/** The number of transactions, by type and status. */
import { sql } from 'drizzle-orm'
import type { TransactionStatus, TransactionType } from '#contract/transactions'
import { database } from '#db/connection'
import { transactions, transactionTotals } from '#db/schema/transactions'
import type { Day } from '#shared/asset/calendar'
import { links, listOf } from './links.ts'
import type { FigureRequest, Stated } from './stated.ts'

const kinds: Record<TransactionType, string> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  transfer: 'Transfers',
  fee: 'Fees',
  interest: 'Interest and distributions',
}

interface Counted extends Record<string, unknown> {
  type: TransactionType
  status: TransactionStatus
  count: number
  /** Of the newest one. */
  at: Day
}

const readCounts = (userId: number) =>
  database().execute<Counted>(sql`
    select type, status, count, (
      select to_char(max(transaction_date) at time zone 'UTC', 'YYYY-MM-DD') from ${transactions} as each
      where each.user_id = ${userId} and each.type = total.type and each.status = total.status
    ) as at
    from ${transactionTotals} as total where user_id = ${userId} and count > 0 order by count desc, type, status`)

/** How many transactions there are, whatever became of them. */
export async function explainTransactionCount({ userId }: FigureRequest): Promise<Stated> {
  const rows = await readCounts(userId)
  const days = rows.map(({ at }) => at).sort()
  return {
    value: rows.reduce((sum, { count }) => sum + count, 0),
    unit: 'transactions',
    as_of: days.at(-1) ?? null,
    formula: 'Number of transactions on your account, completed or not.',
    inputs: rows.map(({ type, status, count, at }) => ({
      label: `${kinds[type]}, ${status}`,
      at,
      amount: count.toFixed(1),
      unit: 'transactions',
      link: listOf(type, status),
    })),
    sources: [{ label: 'Ledger: all transactions', link: links.ledger }],
  }
}
