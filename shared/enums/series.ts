export const offeringStatuses = ['draft', 'open', 'paused', 'closed'] as const
export const subscriptionStatuses = [
  'submitted',
  'in_review',
  'approved',
  'funded',
  'allotted',
  'withdrawn',
  'rejected',
  'expired',
] as const
/** States in which a subscription still reserves its units. */
export const openSubscriptionStatuses = ['submitted', 'in_review', 'approved', 'funded'] as const
export const subscriptionActors = ['investor', 'desk', 'system'] as const
export const movementTypes = ['issue', 'transfer', 'redemption', 'correction'] as const
export const seriesDocumentTypes = [
  'offering-memorandum',
  'resource-statement',
  'technical-report',
  'entitlement-agreement',
  'custody-agreement',
  'valuation-report',
  'attestation',
  'environmental-report',
] as const
