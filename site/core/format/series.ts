/** Formats series, subscriptions and register entries, for investors and administrators. */

import type { movementTypes, offeringStatuses, subscriptionStatuses } from '#shared/enums/series'

export const subscriptionStatusLabels: Record<(typeof subscriptionStatuses)[number], string> = {
  submitted: 'Submitted',
  in_review: 'In review',
  approved: 'Approved',
  funded: 'Paid',
  allotted: 'Allotted',
  withdrawn: 'Withdrawn',
  rejected: 'Rejected',
  expired: 'Expired',
}

export const offeringStatusLabels: Record<(typeof offeringStatuses)[number], string> = {
  draft: 'Draft',
  open: 'Open',
  paused: 'Paused',
  closed: 'Closed',
}

export const movementTypeLabels: Record<(typeof movementTypes)[number], string> = {
  issue: 'Issuance',
  transfer: 'Transfer',
  redemption: 'Redemption',
  correction: 'Correction',
}
