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

/** Terms in words. The text of an offering has each behind its name and a colon. */
export const wordedTerms = {
  proceeds: 'Use of proceeds',
  redemption: 'Redemption',
  fees: 'Fees',
} as const
export type WordedTerm = keyof typeof wordedTerms

const wordedNames = Object.keys(wordedTerms) as WordedTerm[]
const startOfTerm = new RegExp(`(?<=^|\\s)(${Object.values(wordedTerms).join('|')}):\\s+`)

/** Takes the terms in words out of the text of an offering. A term ends at an empty line; the rest stays a text. */
export function readWordedTerms(text: string): { terms: Partial<Record<WordedTerm, string>>; rest: string } {
  const [before = '', ...parts] = text.split(startOfTerm)
  const terms: Partial<Record<WordedTerm, string>> = {}
  const rest = [before]
  for (let at = 0; at < parts.length; at += 2) {
    const name = wordedNames.find((each) => wordedTerms[each] === parts[at])
    const [term = '', ...others] = (parts[at + 1] ?? '').split(/\n\s*\n/)
    if (name) terms[name] = [terms[name], term.trim()].filter(Boolean).join('\n')
    rest.push(...others)
  }
  const kept = rest.map((part) => part.trim()).filter(Boolean)
  return { terms, rest: kept.join('\n\n') }
}

/** When an approved subscription must be paid. */
export const printPayment = (days: number): string =>
  `Within ${days} ${days === 1 ? 'day' : 'days'} of approval`

/**
 * The backing of a series, units held ÷ units in issue in percent, with one decimal. Cut, never rounded up: 99.96% must
 * not read as 100.0%. A dash without units in issue.
 */
export const printBacking = (percent: number | null): string =>
  percent === null ? '–' : `${(Math.floor(percent * 10 + 1e-9) / 10).toFixed(1)}%`
