/** The forms of a word that Pagefind does not join, because their stems differ. */

/** Each with the other forms of it that the site uses, or that a reader may type. */
const families: readonly (readonly string[])[] = [
  ['analyze', 'analyse', 'analysis'],
  ['apply', 'application'],
  ['bankrupt', 'bankruptcy', 'insolvent', 'insolvency'],
  ['buy', 'bought'],
  ['center', 'centre'],
  ['certify', 'certificate'],
  ['color', 'colour'],
  ['comply', 'compliance'],
  ['convert', 'conversion'],
  ['custody', 'custodian'],
  ['decide', 'decision'],
  ['hold', 'held'],
  ['license', 'licence'],
  ['lose', 'loss', 'lost'],
  ['meter', 'metre'],
  ['notify', 'notification'],
  ['pay', 'paid'],
  ['payout', 'distribution', 'dividend'],
  ['receive', 'receipt'],
  ['redeem', 'redemption'],
  ['safe', 'secure'],
  ['sell', 'sale', 'sold'],
  ['submit', 'submission'],
  ['subscribe', 'subscription'],
  ['suspend', 'suspension'],
]

/** A query of many words is not tried in every form of all of them. */
const MOST = 8

/** Whether `term` is `word`, or that with another ending: redeemed, licensing, applies. */
function isInflected(term: string, word: string): boolean {
  if (term === word || term === `${word}s`) return true
  const stem = word.replace(/e$|(?<![aeou])y$/, '')
  return term.startsWith(stem) && /^(?:i?e[ds]|ted|[ty]?ing|able)$/.test(term.slice(stem.length))
}

/** The word as it is, then its other forms. */
export const listForms = (word: string): string[] => {
  const term = word.toLowerCase()
  const family = families.find((each) => each.some((form) => isInflected(term, form))) ?? []
  return [word, ...family.filter((form) => !isInflected(term, form))]
}

/** The query without signs: a code is found with and without its `$`. */
export const dropSigns = (query: string): string => query.replace(/\p{S}+/gu, ' ').trim()

/** Words of questions that every page has, and that therefore tell none from another. */
const FILLERS = new Set(
  'a an and are become becomes before can could do does for from get go goes happens how i if in is it lodefield long me my of on or our take that the there this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** The words of a query that tell pages apart; all of them when there is no other, or in quotation marks. */
export function dropFillers(query: string): string {
  if (query.startsWith('"')) return query
  const telling = query
    .split(/\s+/)
    .filter((word) => !FILLERS.has(word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')))
  return telling.length > 0 ? telling.join(' ') : query
}

/** The query as it was typed, then with other forms of its words. One in quotation marks stays as it is. */
export function spellQuery(query: string): string[] {
  if (query.startsWith('"')) return [query]
  const spelled = query
    .split(/\s+/)
    .reduce<string[]>(
      (begun, word) => listForms(word).flatMap((form) => begun.map((start) => `${start} ${form}`.trim())),
      [''],
    )
  return spelled.slice(0, MOST)
}
