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

/**
 * The backing of a series, units held ÷ units in issue in percent, with one decimal. Cut, never rounded up: 99.96% must
 * not read as 100.0%. A dash without units in issue.
 */
export const printBacking = (percent: number | null): string =>
  percent === null ? '–' : `${(Math.floor(percent * 10 + 1e-9) / 10).toFixed(1)}%`
