/** The states of a subscription in words: what each means, who acts next and until when. */
import type { Subscription } from '#contract/subscriptions'
import { formatCalendarDate, formatMoney } from '#core/format/format'
import { formatUnits } from '#core/format/units'
import { DECISION_DAYS } from '#shared/asset/decision-days'
import { openSubscriptionStates } from '#shared/enums/series'
import type { BadgeTone } from '#ui/Badge'

export type SubscriptionState = Subscription['state']

export const stateNames: Readonly<Record<SubscriptionState, string>> = {
  submitted: 'Submitted',
  in_review: 'In review',
  approved: 'Approved',
  funded: 'Paid',
  allotted: 'Allotted',
  withdrawn: 'Withdrawn',
  rejected: 'Not approved',
  expired: 'Expired',
}

export const stateTones: Readonly<Record<SubscriptionState, BadgeTone>> = {
  submitted: 'info',
  in_review: 'info',
  // Good news: what is to be done is said beside it.
  approved: 'gain',
  funded: 'info',
  allotted: 'gain',
  withdrawn: 'neutral',
  rejected: 'loss',
  expired: 'neutral',
}

export const isOpen = ({ state }: Pick<Subscription, 'state'>): boolean =>
  (openSubscriptionStates as readonly string[]).includes(state)

/** Whether the investor may still withdraw it. */
export const isWithdrawable = ({ state }: Pick<Subscription, 'state'>): boolean =>
  ['submitted', 'in_review', 'approved'].includes(state)

/** Whose turn it is; undefined once nothing follows. */
export const actorOf = ({ state }: Pick<Subscription, 'state'>): 'you' | 'team' | undefined => {
  if (state === 'approved') return 'you'
  return isOpen({ state }) ? 'team' : undefined
}

export interface NextStep {
  title: string
  text: string
}

/** Until when the investment team decides: no rule names a day but that of the expiry. */
function explainDecisionTime({ offering_ends_at: end }: Subscription): string {
  if (!end) return ''
  const verb = Date.parse(end) > Date.now() ? 'closes' : 'closed'
  return `There is no fixed date for it: the offering ${verb} on ${formatCalendarDate(end)} (UTC), and a subscription that is not decided ${DECISION_DAYS} days after that expires.`
}

/** What happens next with a subscription. */
export function nextStepOf(subscription: Subscription): NextStep {
  const { state, symbol, units, payment, reason, timeline } = subscription
  switch (state) {
    case 'submitted':
      return {
        title: 'The investment team takes it into review',
        text: `Your units are reserved and nothing is charged. ${explainDecisionTime(subscription)} You are notified of each step that follows.`,
      }
    case 'in_review':
      return {
        title: 'The investment team decides',
        text: `${explainDecisionTime(subscription)} You are notified of the decision.`,
      }
    case 'approved':
      return {
        title: payment
          ? `Pay ${formatMoney(payment.amount)} by ${formatCalendarDate(payment.due_at)}`
          : 'Pay for your subscription',
        text: 'A payment that has not arrived by then lets the subscription expire, and its units are free again.',
      }
    case 'funded':
      return {
        title: 'The investment team allots your units',
        text: 'Your payment has arrived. There is no fixed date for it: the units are allotted when the attestation of the units held allows it, and are yours once they are entered in the register of holders.',
      }
    case 'allotted':
      return {
        title: `${formatUnits(units)} units of ${symbol} are yours`,
        text: 'They are entered in the register of holders in your name.',
      }
    case 'withdrawn':
      return {
        title: 'You withdrew this subscription',
        text: 'Its units are free again. If you have already sent money for it, contact the investment team.',
      }
    case 'rejected':
      return {
        title: 'The investment team did not approve it',
        text: timeline.some((step) => step.state === 'funded')
          ? 'No units were allotted. Your deposit stays in your account as cash.'
          : 'No units were allotted and nothing was charged.',
      }
    case 'expired':
      return {
        title: 'This subscription has expired',
        text: `${reason ? `${reason} ` : ''}Its units are free again. If you have sent money for it, contact the investment team.`,
      }
  }
}

/** One line beside a subscription in a list. */
export function noteOf(subscription: Subscription): string {
  const { state, payment, reason } = subscription
  if (state === 'approved' && payment)
    return `Pay ${formatMoney(payment.amount)} by ${formatCalendarDate(payment.due_at)}`
  if (state === 'submitted' || state === 'in_review') return 'With the investment team'
  if (state === 'funded') return 'Paid, to be allotted'
  return reason
}

const actors = { investor: 'You', desk: 'Investment team', system: 'Automatically' } as const

/** Who took a step, in the words of a timeline. */
export const actorName = (by: keyof typeof actors): string => actors[by]

/** Open ones first, each part newest first, as the server sends them. */
export const openFirst = (list: readonly Subscription[]): Subscription[] => [
  ...list.filter(isOpen),
  ...list.filter((each) => !isOpen(each)),
]
