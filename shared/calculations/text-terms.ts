/** Written terms. In the text of an offering, each follows its name and a colon. */
export const textTerms = {
  proceeds: 'Use of proceeds',
  redemption: 'Redemption',
  fees: 'Fees',
} as const
export type TextTerm = keyof typeof textTerms

const wordedNames = Object.keys(textTerms) as TextTerm[]
const startOfTerm = new RegExp(`(?<=^|\\s)(${Object.values(textTerms).join('|')}):\\s+`)

/** Extracts the written terms from the text of an offering. A term ends at an empty line; the rest stays as text. */
export function parseTextTerms(text: string): { terms: Partial<Record<TextTerm, string>>; rest: string } {
  const [before = '', ...parts] = text.split(startOfTerm)
  const terms: Partial<Record<TextTerm, string>> = {}
  const rest = [before]
  for (let at = 0; at < parts.length; at += 2) {
    const name = wordedNames.find((each) => textTerms[each] === parts[at])
    const [term = '', ...others] = (parts[at + 1] ?? '').split(/\n\s*\n/)
    if (name) terms[name] = [terms[name], term.trim()].filter(Boolean).join('\n')
    rest.push(...others)
  }
  const kept = rest.map((part) => part.trim()).filter(Boolean)
  return { terms, rest: kept.join('\n\n') }
}
