/** Whether a page has the words of a query. Pagefind shortens an unknown word until another word begins like it. */
import { listWordForms } from './search-word-forms.ts'

/** Lowercase, without accents. */
const simplify = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The endings in which forms of one word differ: mine, mines, mining. */
const ENDING =
  /^(?:able|ably|ible|ibly|ate|at|ic|ify|ise|ize|is|iz|ment|ness|ful|less|ive|iv|ity|ion|ing|al|ed|er|es|ie|or|ly|e|i|s|y)*$/

/** Whether a word has only an ending after its first `length` letters, the last of which may be doubled. */
function endsAfter(word: string, length: number): boolean {
  const rest = word.slice(length)
  return ENDING.test(rest) || (rest[0] === word[length - 1] && ENDING.test(rest.slice(1)))
}

/** Whether a word begins with `term`, or `term` is another form of it. */
function isForm(term: string, word: string): boolean {
  let shared = 0
  while (shared < term.length && term[shared] === word[shared]) shared += 1
  if (shared === term.length) return true
  // The last common letters may belong to their endings.
  for (let stem = shared; stem > 1 && stem >= shared - 2; stem -= 1)
    if (endsAfter(term, stem) && endsAfter(word, stem)) return true
  return false
}

/** The words of a text and the parts of compound ones: `cut-off` is `cutoff`, `cut` and `off`. */
function listWords(text: string): string[] {
  const words = new Set<string>()
  for (const piece of text.split(/\s+/)) {
    const parts = piece.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').split(/[^\p{L}\p{N}]+/u)
    for (const word of [parts.join(''), ...parts]) if (word) words.add(simplify(word))
  }
  return [...words]
}

/** The words of a query, each once, lowercase, without punctuation and accents. */
export function listQueryTerms(query: string): string[] {
  const typed = query.split(/\s+/).map((term) => simplify(term.replace(/[^\p{L}\p{N}]+/gu, '')))
  return [...new Set(typed)].filter(Boolean)
}

/** The words of `typed` that occur in a text, begin one of its words, or are another form of one. */
export function findMatchingTerms(text: string, typed: readonly string[]): string[] {
  const words = listWords(text)
  return typed.filter((term) => listWordForms(term).some((form) => words.some((word) => isForm(form, word))))
}

/** How many words of `query` a text has, see {@link findMatchingTerms}; and how many the query has. */
export function countWords(text: string, query: string): { found: number; all: number } {
  const typed = listQueryTerms(query)
  return { found: findMatchingTerms(text, typed).length, all: typed.length }
}

/**
 * Whether a text has at least two and at least half of the query words, so that it may answer if no text has all of
 * them.
 */
export const matchesMostTerms = ({ found, all }: { found: number; all: number }): boolean =>
  found > 1 && found * 2 >= all

/** Whether a text has each word of `query`, see {@link countWords}. */
export function matchesAllTerms(text: string, query: string): boolean {
  const { found, all } = countWords(text, query)
  return found === all
}

/** Whether two words differ by one letter or by one transposition. */
function isNear(a: string, b: string): boolean {
  let begin = 0
  while (begin < a.length && a[begin] === b[begin]) begin += 1
  const left = a.slice(begin)
  const right = b.slice(begin)
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  )
}

/** The most frequent word of some texts that a word of at least five letters was probably meant to be. */
export function correctTerm(term: string, texts: readonly string[]): string | undefined {
  if (term.length < 5) return undefined
  const counts = new Map<string, number>()
  for (const word of texts.flatMap(listWords))
    if (word !== term && isNear(term, word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
