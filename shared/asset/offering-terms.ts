/** What the terms of an offering are called: on sheets, in forms, in the panel and in documents alike. */
export const offeringTerms = {
  minimum: 'Minimum',
  maximum: 'Maximum per investor',
  cap: 'Units offered',
  left: 'Units left',
  opens: 'Opens',
  closes: 'Closes',
  payment: 'Payment',
  countries: 'Investors from',
} as const

/** When an approved subscription must be paid. */
export const printPayment = (days: number): string =>
  `Within ${days} ${days === 1 ? 'day' : 'days'} of approval`
