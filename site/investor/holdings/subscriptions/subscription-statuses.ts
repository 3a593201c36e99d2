/** The states of a subscription in words: what each means, who acts next and by when. */
import type { Subscription } from '#contract/holdings/subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { DECISION_DAYS } from '#shared/calculations/subscription-expiry'
import { openSubscriptionStatuses } from '#shared/enums/series'
import type { BadgeTone } from '#ui/Badge'

export type SubscriptionStatus = Subscription['state']

export const investorSubscriptionStatusLabels: Readonly<Record<SubscriptionStatus, string>> = {
  submitted: 'Submitted',
  in_review: 'In review',
  approved: 'Approved',
  funded: 'Paid',
  allotted: 'Allotted',
  withdrawn: 'Withdrawn',
  rejected: 'Not approved',
  expired: 'Expired',
}

export const investorSubscriptionStatusTones: Readonly<Record<SubscriptionStatus, BadgeTone>> = {
  submitted: 'info',
  in_review: 'info',
  // Good news; what to do is shown beside it.
  approved: 'gain',
  funded: 'info',
  allotted: 'gain',
  withdrawn: 'neutral',
  rejected: 'loss',
  expired: 'neutral',
}

export const isOpen = ({ state }: Pick<Subscription, 'state'>): boolean =>
  (openSubscriptionStatuses as readonly string[]).includes(state)

/** Whether the investor may still withdraw it. */
export const isWithdrawable = ({ state }: Pick<Subscription, 'state'>): boolean =>
  ['submitted', 'in_review', 'approved'].includes(state)

/** Whose turn it is; undefined if nothing follows. */
export const getNextActor = ({ state }: Pick<Subscription, 'state'>): 'you' | 'team' | undefined => {
  if (state === 'approved') return 'you'
  return isOpen({ state }) ? 'team' : undefined
}

export interface NextStep {
  title: string
  text: string
}

/** By when the investment team decides: no rule sets a day except the expiry. */
function explainDecisionTime({ offering_ends_at: end }: Subscription): string {
  if (!end) return ''
  const verb = Date.parse(end) > Date.now() ? 'closes' : 'closed'
  return `There is no fixed decision date. The offering ${verb} on ${formatCalendarDate(end)} (UTC), and subscriptions not decided within ${DECISION_DAYS} days after that expire.`
}

/** The next step of a subscription. */
export function getNextStep(subscription: Subscription): NextStep {
  const { state, symbol, units, payment, reason, timeline } = subscription
  switch (state) {
    case 'submitted':
      return {
        title: 'Awaiting review by the investment team',
        text: `Your units are reserved. No payment is due yet. ${explainDecisionTime(subscription)} We will notify you of each step.`,
      }
    case 'in_review':
      return {
        title: 'Under review by the investment team',
        text: `${explainDecisionTime(subscription)} We will notify you of the decision.`,
      }
    case 'approved':
      return {
        title: payment
          ? `Pay ${formatMoney(payment.amount)} by ${formatCalendarDate(payment.due_at)}`
          : 'Pay for your subscription',
        text: 'If we do not receive your payment by then, the subscription expires and its units are released.',
      }
    case 'funded':
      return {
        title: 'Awaiting allotment',
        text: 'We have received your payment. Units are allotted once the current custody attestation covers them, and are yours when entered in the register of holders. There is no fixed date.',
      }
    case 'allotted':
      return {
        title: `${formatUnits(units)} units of ${symbol} allotted`,
        text: 'They were recorded in the register of holders in your name. Your holding shows the units you have now.',
      }
    case 'withdrawn':
      return {
        title: 'You withdrew this subscription',
        text: 'Its units have been released. If you have already sent payment, contact the investment team.',
      }
    case 'rejected':
      return {
        title: 'Subscription not approved',
        text: timeline.some((step) => step.state === 'funded')
          ? 'No units were allotted. Your deposit remains in your account as cash.'
          : 'No units were allotted and nothing was charged.',
      }
    case 'expired':
      return {
        title: 'This subscription has expired',
        text: `${reason ? `${reason} ` : ''}Its units have been released. If you have sent payment, contact the investment team.`,
      }
  }
}

/** One line beside a subscription in a list. */
export function getListNote(subscription: Subscription): string {
  const { state, payment, reason } = subscription
  if (state === 'approved' && payment)
    return `Pay ${formatMoney(payment.amount)} by ${formatCalendarDate(payment.due_at)}`
  if (state === 'submitted' || state === 'in_review') return 'With the investment team'
  if (state === 'funded') return 'Paid, awaiting allotment'
  return reason
}

const actors = { investor: 'You', desk: 'Investment team', system: 'System' } as const

/** Who took a step, worded for a timeline. */
export const getActorLabel = (by: keyof typeof actors): string => actors[by]

/** Open ones first, each group newest first, as sent by the server. */
export const sortOpenFirst = (list: readonly Subscription[]): Subscription[] => [
  ...list.filter(isOpen),
  ...list.filter((each) => !isOpen(each)),
]
