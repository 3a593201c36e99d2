/** Whether a page has the words of a query. Pagefind shortens an unknown word until some other word begins like it. */
import { listForms } from './search-forms.ts'

/** In lower case, without accents. */
const simplify = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The endings that forms of one word differ in: mine, mines, mining. A last letter may be doubled before them. */
const ENDING =
  /^(.?)(?:able|ably|ible|ibly|ate|at|ic|ify|ise|ize|is|iz|ment|ness|ful|less|ive|iv|ity|ion|ing|al|ed|er|es|ie|or|ly|e|i|s|y)*$/

/** Whether a word begins with `term`, or `term` is another form of it. */
function isForm(term: string, word: string): boolean {
  let shared = 0
  while (shared < term.length && term[shared] === word[shared]) shared += 1
  return (
    shared === term.length || (shared > 1 && [term, word].every((each) => ENDING.test(each.slice(shared))))
  )
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

/** How many words of `query` stand in `text`, begin a word of it, or are another form of one; and how many it has. */
export function countWords(text: string, query: string): { found: number; all: number } {
  const words = listWords(text)
  const read = query.split(/\s+/).map((term) => simplify(term.replace(/[^\p{L}\p{N}]+/gu, '')))
  const terms = [...new Set(read)].filter(Boolean)
  const found = terms.filter((term) =>
    listForms(term).some((form) => words.some((word) => isForm(form, word))),
  )
  return { found: found.length, all: terms.length }
}

/** Whether a text has at least two words and half of those of a query: it may answer where no text has all of them. */
export const hasMost = ({ found, all }: { found: number; all: number }): boolean =>
  found > 1 && found * 2 >= all

/** Whether a text has each word of `query`, see {@link countWords}. */
export function hasWords(text: string, query: string): boolean {
  const { found, all } = countWords(text, query)
  return found === all
}
