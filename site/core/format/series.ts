/** How series, subscriptions and the register are written, for investors and administrators. */

import type { movementTypes, offeringStates, subscriptionStates } from '#shared/enums/series'
import { punctuate } from './reader.ts'

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

const shares = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** A part of a whole, without a sign: `66.6667` as `66.6667%`. */
export const formatShare = (percent: number): string => `${punctuate(shares.format(percent))}%`
