/** Investor verification: states, types, the items of the form, and the decisions on each. */
export const verificationStatuses = [
  'not_started',
  'in_progress',
  'submitted',
  'in_review',
  'needs_more',
  'verified',
  'refused',
  'expired',
] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

/** States awaiting a decision. */
export const awaitingDecisionStatuses = [
  'submitted',
  'in_review',
] as const satisfies readonly VerificationStatus[]
export const isAwaitingDecision = (state: string): boolean =>
  (awaitingDecisionStatuses as readonly string[]).includes(state)

const reviewableStates = [
  'submitted',
  'in_review',
  'needs_more',
] as const satisfies readonly VerificationStatus[]

/** Whether compliance decides on the items of a verification in this state. */
export const canReview = (state: string): boolean => (reviewableStates as readonly string[]).includes(state)

/** States in which the investor may change the answers. */
export const editableStatuses = [
  'not_started',
  'in_progress',
  'needs_more',
  'expired',
] as const satisfies readonly VerificationStatus[]

export const accountHolderTypes = ['person', 'entity'] as const
export type AccountHolderType = (typeof accountHolderTypes)[number]

export const investorClassifications = ['accredited', 'professional', 'institutional'] as const
export type InvestorClassification = (typeof investorClassifications)[number]

/** Why someone has no tax number, by the categories of the OECD's Common Reporting Standard. */
export const taxNumberReasons = ['not_issued', 'not_required', 'unable'] as const
export type TaxNumberReason = (typeof taxNumberReasons)[number]

export const taxNumberReasonLabels: Record<TaxNumberReason, string> = {
  not_issued: 'The country does not issue tax identification numbers',
  not_required: 'The country does not require the tax identification number to be disclosed',
  unable: 'I cannot obtain a tax identification number',
}

/** The parts of the form, in order. */
export const verificationItems = [
  'identity',
  'entity',
  'address',
  'tax',
  'source_of_funds',
  'investor_kind',
  'declarations',
] as const
export type VerificationItem = (typeof verificationItems)[number]

export const itemLabels: Record<VerificationItem, string> = {
  identity: 'Identity',
  entity: 'Entity',
  address: 'Address',
  tax: 'Tax residency',
  source_of_funds: 'Source of funds',
  investor_kind: 'Investor classification',
  declarations: 'Declarations',
}

/** The name of a part within a sentence; an unknown one is returned as stored. */
export const getItemName = (item: string): string =>
  (itemLabels[item as VerificationItem] ?? item.replaceAll('_', ' ')).toLowerCase()

/** Parts that need a file. */
export const evidenceItems = [
  'identity',
  'entity',
  'address',
  'investor_kind',
] as const satisfies readonly VerificationItem[]
export type EvidenceItem = (typeof evidenceItems)[number]

export const itemStatuses = ['missing', 'complete', 'accepted', 'needs_more'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** Compliance's decision on an item. */
export const itemDecisions = ['accepted', 'needs_more'] as const

export const verificationActors = ['investor', 'desk', 'system'] as const

export const riskRatings = ['low', 'medium', 'high'] as const
export type RiskRating = (typeof riskRatings)[number]

/** Whether a scanner has checked a file. */
export const scanStatuses = ['clean', 'not_scanned'] as const

export const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/** The steps shown to an investor. */
export const onboardingSteps = ['account', 'identity', 'documents', 'review', 'ready'] as const
export const onboardingStepStatuses = ['done', 'current', 'later'] as const

/** Days before expiry on which the investor is reminded; renewal is possible from the first of them. */
export const reminderDays = [60, 30, 7] as const

/** The items of an investor type. */
export const listItems = (kind: AccountHolderType): readonly VerificationItem[] =>
  verificationItems.filter((item) => item !== 'entity' || kind === 'entity')

export const requiresEvidence = (item: VerificationItem): item is EvidenceItem =>
  (evidenceItems as readonly VerificationItem[]).includes(item)
