/** How series, subscriptions and the register are written, for investors and administrators. */
import type {
  movementTypes,
  offeringStates,
  seriesDocumentKinds,
  subscriptionStates,
} from '#shared/enums/series'
import type { Decimal } from './format.ts'

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

export const documentKindNames: Record<(typeof seriesDocumentKinds)[number], string> = {
  'offering-memorandum': 'Offering memorandum',
  'resource-statement': 'Resource statement',
  'technical-report': 'Technical report',
  'entitlement-agreement': 'Entitlement agreement',
  'custody-agreement': 'Custody agreement',
  'valuation-report': 'Valuation report',
  attestation: 'Attestation',
  'environmental-report': 'Environmental report',
}

export const movementNames: Record<(typeof movementTypes)[number], string> = {
  issue: 'Issue',
  transfer: 'Transfer',
  redemption: 'Redemption',
  correction: 'Correction',
}

const units = new Intl.NumberFormat('en-US', { minimumFractionDigits: 6, maximumFractionDigits: 6 })

/** Units of a series, all six decimals: `'1250.5'` as `1,250.500000`. */
export const formatUnits = (amount: Decimal): string =>
  units.format(amount as number | Intl.StringNumericLiteral)

const shares = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** A part of a whole, without a sign: `66.6667` as `66.6667%`. */
export const formatShare = (percent: number): string => `${shares.format(percent)}%`
