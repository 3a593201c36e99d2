/** The steps of a subscription taken in the panel. */
import type { AdminSubscription, subscriptionActions } from '#contract/holdings/admin-subscriptions'
import type { BadgeTone } from '#ui/Badge'

export type Action = (typeof subscriptionActions)[number]
type State = AdminSubscription['state']

export const subscriptionStatusTones: Record<State, BadgeTone> = {
  submitted: 'warn',
  in_review: 'warn',
  approved: 'info',
  funded: 'warn',
  allotted: 'gain',
  withdrawn: 'neutral',
  rejected: 'loss',
  expired: 'neutral',
}

/** The step that follows each state. */
export const nextActionByStatus: Partial<Record<State, Exclude<Action, 'reject'>>> = {
  submitted: 'review',
  in_review: 'approve',
  approved: 'fund',
  funded: 'allot',
}

interface Step {
  title: string
  /** The label of the button. */
  label: string
  busy: string
  failure: string
  /** What will happen, shown before the button is pressed. */
  effect: string
  /** Success message: `{S-000123} is in review.` */
  done: string
}

export const subscriptionActionTexts: Record<Action, Step> = {
  review: {
    title: 'Start review',
    label: 'Start review',
    busy: 'Saving...',
    failure: 'Failed to start review',
    effect: 'The investor will be notified that the subscription is in review and can still withdraw it.',
    done: 'is in review.',
  },
  approve: {
    title: 'Approve subscription',
    label: 'Approve',
    busy: 'Approving...',
    failure: 'Failed to approve subscription',
    effect:
      'The investor will be notified with payment instructions. The subscription expires if it is not paid within the payment period.',
    done: 'has been approved. The investor has been notified.',
  },
  fund: {
    title: 'Record payment',
    label: 'Record payment',
    busy: 'Saving...',
    failure: 'Failed to record payment',
    effect:
      'The deposit will be applied to this subscription only and can no longer be edited or deleted. The investor will be notified.',
    done: 'has been paid.',
  },
  allot: {
    title: 'Allot units',
    label: 'Allot units',
    busy: 'Allotting...',
    failure: 'Failed to allot units',
    effect:
      'The units will be entered in the register of holders in the name of the investor, who will be notified. This can be reversed only by a register correction.',
    done: 'has been allotted. The units are in the register of holders.',
  },
  reject: {
    title: 'Reject subscription',
    label: 'Reject',
    busy: 'Rejecting...',
    failure: 'Failed to reject subscription',
    effect:
      'The investor will be notified with the reason. Reserved units are released, and any deposit applied to the subscription becomes available again.',
    done: 'has been rejected.',
  },
}
