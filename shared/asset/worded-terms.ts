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
