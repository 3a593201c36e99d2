import type { Subscription } from '#contract/holdings/subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { getSubscriptionPath } from '#core/format/series-paths'

export interface NextStep {
  /** Whether each step is done, in order; empty once onboarding is complete. */
  done: readonly boolean[]
  /** Index of the next step. */
  at: number
  /**
   * Whose turn it is; `early`: the investor's, while something else is required first; `identity`: no one's until the
   * investor is verified.
   */
  actor: 'you' | 'early' | 'investment' | 'identity'
  title: string
  text: string
  action: { label: string; to: string }
}

/** Open states, the most urgent for the investor first. */
const urgency: readonly Subscription['state'][] = ['approved', 'funded', 'in_review', 'submitted']

const dueAt = ({ payment }: Subscription): number => (payment ? Date.parse(payment.due_at) : 0)

/** Subscriptions awaiting payment, the one due first at the front. */
export const listPayableSubscriptions = (subscriptions: readonly Subscription[]): Subscription[] =>
  subscriptions
    .filter(({ state, payment }) => state === 'approved' && payment !== null)
    .toSorted((a, b) => dueAt(a) - dueAt(b) || a.id - b.id)

/** The most relevant open subscription: the one due first, or else the most advanced one; the oldest if several. */
export function findMostUrgentSubscription(subscriptions: readonly Subscription[]): Subscription | undefined {
  const open = subscriptions.filter(({ state }) => urgency.includes(state))
  return (
    listPayableSubscriptions(open)[0] ??
    open.toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state) || a.id - b.id)[0]
  )
}

function explainMore(more: number): string {
  if (more === 0) return 'Payment instructions are on the subscription page.'
  return more === 1 ? 'One other payment is also due.' : `${more} other payments are also due.`
}

/** What an open subscription is waiting for, worded for the banner; `more` is the number of other payments due. */
export function describeSubscriptionStep(
  { id, state, reference, symbol, payment }: Subscription,
  isVerified: boolean,
  more = 0,
): Omit<NextStep, 'done' | 'at'> {
  const to = getSubscriptionPath(id)
  const see = { label: 'View subscription', to }
  if (state === 'approved' && payment) {
    return {
      actor: 'you',
      title: `Pay for ${reference}`,
      text: `${formatMoney(payment.amount)} for ${symbol} is due by ${formatCalendarDate(payment.due_at)}. ${explainMore(more)}`,
      action: { label: 'View payment instructions', to },
    }
  }
  if (state === 'funded') {
    return {
      actor: 'investment',
      title: `Payment received for ${reference}`,
      text: `Your ${symbol} units are awaiting allotment. We will notify you.`,
      action: see,
    }
  }
  return isVerified
    ? {
        actor: 'investment',
        title: `${reference} under review`,
        text: `You are verified. The investment team is reviewing your subscription for ${symbol} and will notify you.`,
        action: see,
      }
    : {
        actor: 'identity',
        title: `${reference} under review`,
        text: 'We will review it once you are verified.',
        action: see,
      }
}
