/** Names of the terms of an offering, the same on series pages, in forms, in the panel and in documents. */
export const offeringTermLabels = {
  minimum: 'Minimum subscription',
  maximum: 'Maximum per investor',
  cap: 'Units offered',
  left: 'Units available',
  opens: 'Opens',
  closes: 'Closes',
  payment: 'Payment due',
  countries: 'Eligible countries',
} as const

/** When an approved subscription must be paid. */
export const formatPaymentPeriod = (days: number): string =>
  `Within ${days} ${days === 1 ? 'day' : 'days'} of approval`

/**
 * The backing of a series, units in custody ÷ units in issue in percent, to one decimal. Truncated, never rounded up:
 * 99.96% must not read as 100.0%. A dash if there are no units in issue.
 */
export const formatBacking = (percent: number | null): string =>
  percent === null ? '–' : `${(Math.floor(percent * 10 + 1e-9) / 10).toFixed(1)}%`
