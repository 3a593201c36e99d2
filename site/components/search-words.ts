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
  return shared === term.length || (shared > 1 && ENDING.test(term.slice(shared)))
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

/** Whether each word of `query` stands in `text`, begins a word of it, or is another form of one. */
export function hasWords(text: string, query: string): boolean {
  const words = listWords(text)
  return query
    .split(/\s+/)
    .map((term) => simplify(term.replace(/[^\p{L}\p{N}]+/gu, '')))
    .filter(Boolean)
    .every((term) => listForms(term).some((form) => words.some((word) => isForm(form, word))))
}
