/** How series, subscriptions and the register are written, for investors and administrators. */

import type { movementTypes, offeringStates, subscriptionStates } from '#shared/enums/series'

export const subscriptionStateNames: Record<(typeof subscriptionStates)[number], string> = {
  submitted: 'Submitted',
  in_review: 'In review',
  approved: 'Approved',
  funded: 'Funded',
  allotted: 'Allotted',
  withdrawn: 'Withdrawn',
  rejected: 'Rejected',
  expired: 'Expired',
}

export const offeringStateNames: Record<(typeof offeringStates)[number], string> = {
  draft: 'Draft',
  open: 'Open',
  paused: 'Paused',
  closed: 'Closed',
}

export const movementNames: Record<(typeof movementTypes)[number], string> = {
  issue: 'Issue',
  transfer: 'Transfer',
  redemption: 'Redemption',
  correction: 'Correction',
}
