/** Notifies investors of transactions that administrators complete, correct, cancel or delete. */
import { database } from '#db/connection'
import type { transactions } from '#db/schema/cash/transactions'
import { notifications } from '#db/schema/messaging/notifications'
import { toDay } from '#shared/calculations/calendar'
import { toSentenceCase } from '#shared/case-format'
import { formatLongDate } from '#shared/format-date'
import { addThousandsSeparators } from '#shared/thousands-separators'

type Row = typeof transactions.$inferSelect

const formatDollars = (amount: string): string => `$${addThousandsSeparators(amount)}`
const dayOf = ({ transaction_date }: Row): string => formatLongDate(toDay(transaction_date))
const hasFee = ({ fee }: Row): boolean => Number(fee) !== 0

/** What a completed transaction of each type did; a transfer stays between the investor's own accounts. */
const effects = {
  deposit: 'was added to your cash balance',
  interest: 'was added to your cash balance',
  withdrawal: 'was paid out of your cash balance',
  fee: 'was deducted from your cash balance',
  transfer: 'was transferred between your accounts',
} as const satisfies Record<Row['type'], string>

/** The values that differ, as `amount $100.00 instead of $10.00`. */
function listCorrections(before: Row, after: Row): string[] {
  const formats: Record<string, (row: Row) => string> = {
    type: ({ type }) => type,
    amount: ({ amount }) => formatDollars(amount),
    fee: ({ fee }) => formatDollars(fee),
    date: dayOf,
  }
  return Object.entries(formats).flatMap(([name, format]) =>
    format(before) === format(after) ? [] : `${name} ${format(after)} instead of ${format(before)}`,
  )
}

interface Notice {
  type: 'success' | 'info' | 'warning'
  title: string
  message: string
}

function describeChange(before: Row | undefined, after: Row | undefined): Notice | undefined {
  const wasCompleted = before?.status === 'completed'
  if (after?.status === 'completed' && !wasCompleted) {
    const { id, type, amount, fee } = after
    const charged = hasFee(after) ? `, with a fee of ${formatDollars(fee)}` : ''
    return {
      type: type === 'deposit' || type === 'interest' ? 'success' : 'info',
      title: `${toSentenceCase(type)} completed`,
      message: `${formatDollars(amount)} ${effects[type]} on ${dayOf(after)}${charged} (transaction ${id}).`,
    }
  }
  if (!wasCompleted) return undefined
  const what = `${before.type} of ${formatDollars(before.amount)} on ${dayOf(before)} (transaction ${before.id})`
  if (after?.status === 'completed') {
    const corrections = listCorrections(before, after)
    return corrections.length === 0
      ? undefined
      : {
          type: 'warning',
          title: `${toSentenceCase(after.type)} corrected`,
          message: `Your ${what} was corrected: ${corrections.join(', ')}.`,
        }
  }
  const outcome = after ? `is now ${after.status}` : 'was deleted'
  return {
    type: 'warning',
    title: `${toSentenceCase(before.type)} ${after ? 'no longer completed' : 'deleted'}`,
    message: `Your ${what} ${outcome} and no longer counts towards your cash balance.`,
  }
}

/**
 * Notifies the investor of a change that their cash or history shows: `before` is undefined for a new transaction,
 * `after` for a deleted one. Changes of the description alone are not announced.
 */
export async function notifyTransactionChange(
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  const notice = describeChange(before, after)
  const userId = after?.user_id ?? before?.user_id
  if (!notice || userId === undefined) return
  await database()
    .insert(notifications)
    .values({ user_id: userId, category: 'transaction', ...notice })
}
