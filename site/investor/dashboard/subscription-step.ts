import type { Subscription } from '#contract/subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { subscriptionPath } from '#core/format/series-paths'
import type { NextStep } from './next-step.ts'

/** Open states, the one that asks most of the investor first. */
const urgency: readonly Subscription['state'][] = ['approved', 'funded', 'in_review', 'submitted']

const dueAt = ({ payment }: Subscription): number => (payment ? Date.parse(payment.due_at) : 0)

/** The subscriptions that are to be paid, the one that is due first at the front. */
export const findDue = (subscriptions: readonly Subscription[]): Subscription[] =>
  subscriptions
    .filter(({ state, payment }) => state === 'approved' && payment !== null)
    .toSorted((a, b) => dueAt(a) - dueAt(b) || a.id - b.id)

/** The open subscription that comes first: the one due first, else the one that has come furthest; the oldest of several. */
export function findMostUrgent(subscriptions: readonly Subscription[]): Subscription | undefined {
  const open = subscriptions.filter(({ state }) => urgency.includes(state))
  return (
    findDue(open)[0] ??
    open.toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state) || a.id - b.id)[0]
  )
}

function explainMore(more: number): string {
  if (more === 0) return 'The subscription shows how to pay.'
  return more === 1 ? 'Another payment is due as well.' : `${more} more payments are due as well.`
}

/** What an open subscription waits for, in the words of the strip; `more` is the number of other payments that are due. */
export function explainSubscription(
  { id, state, reference, symbol, payment }: Subscription,
  isVerified: boolean,
  more = 0,
): Omit<NextStep, 'done' | 'at'> {
  const to = subscriptionPath(id)
  const see = { label: 'See the subscription', to }
  if (state === 'approved' && payment) {
    return {
      actor: 'you',
      title: `Pay for ${reference}`,
      text: `${formatMoney(payment.amount)} for ${symbol} is to arrive by ${formatCalendarDate(payment.due_at)}. ${explainMore(more)}`,
      action: { label: 'See how to pay', to },
    }
  }
  if (state === 'funded') {
    return {
      actor: 'investment',
      title: `Payment for ${reference} has arrived`,
      text: `The investment team allots your units of ${symbol}; you get a notification.`,
      action: see,
    }
  }
  return isVerified
    ? {
        actor: 'investment',
        title: `Decision on ${reference}`,
        text: `You are verified. The investment team decides on your subscription for ${symbol}; you get a notification.`,
        action: see,
      }
    : {
        actor: 'identity',
        title: `Decision on ${reference}`,
        text: 'It follows your verification.',
        action: see,
      }
}
