/** The notifications of the demonstration account. */
import type { notifications } from '#db/schema/messaging/notifications'
import { formatLongDate } from '#shared/format-date'
import { subscriptionNotifications } from '#shared/subscription-notifications'
import { formatDollars } from './demo-arithmetic.ts'
import type { DemoLedger } from './demo-ledger.ts'
import type { DemoSubscription } from './demo-subscriptions.ts'

type Notice = Omit<typeof notifications.$inferInsert, 'user_id'>

/** Notifications as sent by the platform and its team; the latest three are unread. */
export function createDemoNotifications(
  { transactions, investments, pending, subscriptions }: DemoLedger,
  subscriptionIds: readonly number[],
  numberOf: (transaction: DemoLedger['transactions'][number]) => number,
): Notice[] {
  const all: Notice[] = [
    ...investments.map(
      ({ symbol, at }): Notice => ({
        category: 'investment',
        type: 'success',
        title: 'Investment request approved',
        message: `Your request to invest in ${symbol} was approved. It now counts among your active investments.`,
        created_at: at,
      }),
    ),
    ...transactions.flatMap((transaction): Notice[] => {
      const { type, status, amount, at, description, isDistribution } = transaction
      const usd = formatDollars(amount)
      const notice = (kind: 'success' | 'warning' | 'info', title: string, message: string): Notice[] => [
        {
          category: 'transaction',
          type: kind,
          title,
          message: `${message} (transaction ${numberOf(transaction)}).`,
          created_at: at,
        },
      ]
      if (isDistribution) {
        const [, symbol = '', day = '', computed = ''] =
          /^Distribution of (\S+), record date ([\d-]+): (.+)$/.exec(description) ?? []
        const message = `You received ${usd} for the record date ${formatLongDate(day)}: ${computed}`
        return notice('success', `Distribution of ${symbol}`, message)
      }
      if (type === 'withdrawal' && status === 'completed') {
        return notice('success', 'Withdrawal completed', `Your withdrawal of ${usd} was paid out`)
      }
      if (status === 'failed') {
        return notice('warning', 'Deposit failed', `Your deposit of ${usd} did not go through`)
      }
      if (status === 'pending') {
        return notice('info', 'Deposit announced', `Your deposit of ${usd} is awaiting funds`)
      }
      return []
    }),
    ...subscriptions.flatMap((subscription, index) =>
      subscriptionNotices(subscription, subscriptionIds[index] ?? 0),
    ),
    {
      category: 'investment',
      type: 'info',
      title: 'Investment request received',
      message: `Your request to invest in ${pending.symbol} is with the investment team. Nothing is bought or charged yet.`,
      created_at: pending.at,
    },
  ]
  const byAge = all.sort((a, b) => (a.created_at?.getTime() ?? 0) - (b.created_at?.getTime() ?? 0))
  return byAge.map((notice, index) => {
    const is_read = index < byAge.length - 3
    return { ...notice, is_read, read_at: is_read ? notice.created_at : null, updated_at: notice.created_at }
  })
}

const isNotified = (state: string): state is keyof typeof subscriptionNotifications =>
  state in subscriptionNotifications

function subscriptionNotices({ symbol, steps }: DemoSubscription, id: number): Notice[] {
  const reference = `S-${String(id).padStart(6, '0')}`
  return steps.flatMap(({ state, at }) => {
    if (!isNotified(state)) return []
    const type = state === 'allotted' ? ('success' as const) : ('info' as const)
    const notice = subscriptionNotifications[state](symbol, reference)
    return { category: 'investment' as const, type, ...notice, created_at: at }
  })
}
