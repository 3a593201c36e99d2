/** The number of transactions, by type and status. */
import { sql } from 'drizzle-orm'
import type { TransactionStatus, TransactionType } from '#contract/cash/transactions'
import { database } from '#db/connection'
import { transactions, transactionTotals } from '#db/schema/cash/transactions'
import type { Day } from '#shared/calculations/calendar'
import type { FigureExplanation, FigureRequest } from './figure-explanation.ts'
import { getTransactionListPath, links } from './record-links.ts'

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
  /** Time of the latest one. */
  at: Day
}

const readCounts = (userId: number) =>
  database().execute<Counted>(sql`
    select type, status, count, (
      select to_char(max(transaction_date) at time zone 'UTC', 'YYYY-MM-DD') from ${transactions} as each
      where each.user_id = ${userId} and each.type = total.type and each.status = total.status
    ) as at
    from ${transactionTotals} as total where user_id = ${userId} and count > 0 order by count desc, type, status`)

/** Number of transactions, whatever their status. */
export async function getTransactionCountFigure({ userId }: FigureRequest): Promise<FigureExplanation> {
  const rows = await readCounts(userId)
  const days = rows.map(({ at }) => at).sort()
  return {
    value: rows.reduce((sum, { count }) => sum + count, 0),
    unit: 'transactions',
    as_of: days.at(-1) ?? null,
    formula: 'Number of transactions on your account, regardless of status.',
    inputs: rows.map(({ type, status, count, at }) => ({
      label: `${kinds[type]}, ${status}`,
      at,
      amount: count.toFixed(1),
      unit: 'transactions',
      link: getTransactionListPath(type, status),
    })),
    sources: [{ label: 'All transactions', link: links.ledger }],
  }
}
