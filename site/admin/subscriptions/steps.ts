/** The steps of a subscription as the desk takes them. */
import type { AdminSubscription, subscriptionActions } from '#contract/admin-subscriptions'
import type { BadgeTone } from '#ui/Badge'

export type Action = (typeof subscriptionActions)[number]
type State = AdminSubscription['state']

export const stateTones: Record<State, BadgeTone> = {
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
export const nextAction: Partial<Record<State, Exclude<Action, 'reject'>>> = {
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
  /** What happens, before the button is pressed. */
  effect: string
  /** After the server has done it: `{S-000123} is in review.` */
  done: string
}

export const steps: Record<Action, Step> = {
  review: {
    title: 'Start review',
    label: 'Start review',
    busy: 'Saving...',
    failure: 'Failed to start the review',
    effect: 'The investor is notified that the subscription is in review, and can still withdraw it.',
    done: 'is in review.',
  },
  approve: {
    title: 'Approve subscription',
    label: 'Approve',
    busy: 'Approving...',
    failure: 'Failed to approve the subscription',
    effect:
      'The investor is notified and shown how to pay. Unless it is paid within the payment days of the offering, it expires.',
    done: 'is approved. The investor is notified.',
  },
  fund: {
    title: 'Record payment',
    label: 'Record payment',
    busy: 'Saving...',
    failure: 'Failed to record the payment',
    effect:
      'The deposit pays for this subscription only. From then on it can be neither edited nor deleted. The investor is notified.',
    done: 'is paid.',
  },
  allot: {
    title: 'Allot units',
    label: 'Allot units',
    busy: 'Allotting...',
    failure: 'Failed to allot the units',
    effect:
      'The units are entered in the register of holders in the name of the investor, who is notified. Only a correction in the register takes that back.',
    done: 'is allotted. The units are in the register.',
  },
  reject: {
    title: 'Reject subscription',
    label: 'Reject',
    busy: 'Rejecting...',
    failure: 'Failed to reject the subscription',
    effect:
      'The investor is notified and reads the reason. Reserved units can be subscribed for again, and a deposit that paid for it is free again.',
    done: 'is rejected.',
  },
}
