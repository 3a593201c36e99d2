/** Word forms that Pagefind does not match because their stems differ. */

/** Each word with its other forms that the site uses or a reader may type. */
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

/** For a query of many words, not every combination of forms is tried. */
const MOST = 8

/** Whether `term` is `word` with another ending: redeemed, licensing, applies. */
function isInflected(term: string, word: string): boolean {
  if (term === word || term === `${word}s`) return true
  const stem = word.replace(/e$|(?<![aeou])y$/, '')
  return term.startsWith(stem) && /^(?:i?e[ds]|ted|[ty]?ing|able)$/.test(term.slice(stem.length))
}

/** The word itself, then its other forms. */
export const listWordForms = (word: string): string[] => {
  const term = word.toLowerCase()
  const family = families.find((each) => each.some((form) => isInflected(term, form))) ?? []
  return [word, ...family.filter((form) => !isInflected(term, form))]
}

/** The query without punctuation: a code is found with and without its `$`. */
export const stripSymbols = (query: string): string => query.replace(/\p{S}+/gu, ' ').trim()

/** Question words that are on every page and therefore not distinctive. */
const FILLERS = new Set(
  'a an and are become becomes before can could do does for from get go goes happens how i if in is it lodefield long me my of on or our take that the there this to was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** The distinctive words of a query; all of them if there are no others, or within quotation marks. */
export function removeStopWords(query: string): string {
  if (query.startsWith('"')) return query
  const telling = query
    .split(/\s+/)
    .filter((word) => !FILLERS.has(word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')))
  return telling.length > 0 ? telling.join(' ') : query
}

/** The query as typed, then with other forms of its words. A quoted query is unchanged. */
export function expandQuery(query: string): string[] {
  if (query.startsWith('"')) return [query]
  const spelled = query
    .split(/\s+/)
    .reduce<string[]>(
      (begun, word) => listWordForms(word).flatMap((form) => begun.map((start) => `${start} ${form}`.trim())),
      [''],
    )
  return spelled.slice(0, MOST)
}
