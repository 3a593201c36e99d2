/** Verification of investors: states, kinds, the items of the form, and what is decided about each. */
export const verificationStates = [
  'not_started',
  'in_progress',
  'submitted',
  'in_review',
  'needs_more',
  'verified',
  'refused',
  'expired',
] as const
export type VerificationState = (typeof verificationStates)[number]

/** Those that wait for a decision. */
export const waitingStates = ['submitted', 'in_review'] as const satisfies readonly VerificationState[]
export const isWaiting = (state: string): boolean => (waitingStates as readonly string[]).includes(state)

const reviewableStates = [
  'submitted',
  'in_review',
  'needs_more',
] as const satisfies readonly VerificationState[]

/** Whether the desk decides about the items of a verification in this state. */
export const canReview = (state: string): boolean => (reviewableStates as readonly string[]).includes(state)

/** Those in which the investor may change the answers. */
export const editableStates = [
  'not_started',
  'in_progress',
  'needs_more',
  'expired',
] as const satisfies readonly VerificationState[]

export const verificationKinds = ['person', 'entity'] as const
export type VerificationKind = (typeof verificationKinds)[number]

export const investorKinds = ['accredited', 'professional', 'institutional'] as const
export type InvestorKind = (typeof investorKinds)[number]

/** Why somebody has no tax number, as the Common Reporting Standard of the OECD distinguishes. */
export const taxNumberReasons = ['not_issued', 'not_required', 'unable'] as const
export type TaxNumberReason = (typeof taxNumberReasons)[number]

export const taxNumberReasonLabels: Record<TaxNumberReason, string> = {
  not_issued: 'The country does not issue tax numbers',
  not_required: 'The country does not require the tax number to be disclosed',
  unable: 'I cannot obtain a tax number',
}

/** The parts of the form, in their order. */
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
  tax: 'Tax residence',
  source_of_funds: 'Source of funds',
  investor_kind: 'Kind of investor',
  declarations: 'Declarations',
}

/** The name of a part, within a sentence; one that is not known as it is stored. */
export const nameItem = (item: string): string =>
  (itemLabels[item as VerificationItem] ?? item.replaceAll('_', ' ')).toLowerCase()

/** Those that need a file. */
export const evidenceItems = [
  'identity',
  'entity',
  'address',
  'investor_kind',
] as const satisfies readonly VerificationItem[]
export type EvidenceItem = (typeof evidenceItems)[number]

export const itemStates = ['missing', 'complete', 'accepted', 'needs_more'] as const
export type ItemState = (typeof itemStates)[number]

/** What the desk has decided about an item. */
export const itemDecisions = ['accepted', 'needs_more'] as const

export const verificationActors = ['investor', 'desk', 'system'] as const

export const riskRatings = ['low', 'medium', 'high'] as const
export type RiskRating = (typeof riskRatings)[number]

/** Whether a scanner has read a file. */
export const scanStates = ['clean', 'not_scanned'] as const

export const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/** The strip of steps of an investor. */
export const onboardingSteps = ['account', 'identity', 'documents', 'review', 'ready'] as const
export const stepStates = ['done', 'current', 'later'] as const

/** Days before the end of a verification on which its owner is reminded, and from the first of which it can be renewed. */
export const reminderDays = [60, 30, 7] as const

/** The items of a kind of investor. */
export const itemsOf = (kind: VerificationKind): readonly VerificationItem[] =>
  verificationItems.filter((item) => item !== 'entity' || kind === 'entity')

export const needsEvidence = (item: VerificationItem): item is EvidenceItem =>
  (evidenceItems as readonly VerificationItem[]).includes(item)
