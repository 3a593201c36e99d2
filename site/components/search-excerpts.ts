/** Excerpts of search results. */

import { findMatchingTerms, listQueryTerms } from './search-term-matching.ts'
import { removeStopWords } from './search-word-forms.ts'

/** Part of an excerpt; `isFound` is set for a query word. */
export interface ExcerptPart {
  text: string
  isFound: boolean
}

/** Maximum number of words in an excerpt. */
const MOST = 32

/** Separator between two cells of a table and between two pairs of a list, see `search-entries.ts`. */
const BETWEEN = '·'

const endsSentence = (word: string): boolean => /[.!?][)”"’']*$/.test(word)

const fold = (words: readonly string[]): string =>
  words
    .join(' ')
    .toLowerCase()
    .replace(/[.?!]$/, '')

/** The words of a text without the title that it begins with. Pagefind ends each cell with a period. */
function readWords(text: string, title: string): string[] {
  const words = text
    .replace(/\.(?= · )/g, '')
    .split(/\s+/)
    .filter(Boolean)
  const above = title.split(/\s+/)
  const isTitle = fold(words.slice(0, above.length)) === fold(above)
  return isTitle ? words.slice(above.length) : words
}

/** Where to begin: query words count most, then a whole sentence, then how soon they appear. */
function findStart(words: readonly string[], found: readonly string[][]): number {
  let best = { at: 0, score: -MOST }
  for (const at of words.keys()) {
    const before = words[at - 1]
    const isWhole = before === undefined || endsSentence(before)
    if (!isWhole && before !== BETWEEN) continue
    const typed = new Set<string>()
    let soon = 0
    for (const [place, those] of found.slice(at, at + MOST).entries()) {
      const size = typed.size
      for (const each of those) typed.add(each)
      if (typed.size > size) soon = place
    }
    const score = typed.size * 3 * MOST + (isWhole ? MOST / 2 : 0) - soon
    if (score > best.score) best = { at, score }
  }
  const first = found.findIndex((typed) => typed.length > 0)
  // Within a sentence longer than the excerpt.
  return best.score < MOST && first >= MOST ? first - MOST / 4 : best.at
}

/**
 * The part of a text with the most query words not in the `title` above it, starting at a sentence or cell, without
 * that title. Cut ends have an ellipsis.
 */
export function buildExcerpt(text: string, query: string, title = ''): ExcerptPart[] {
  const words = readWords(text, title)
  const typed = listQueryTerms(removeStopWords(query))
  const known = new Map<string, string[]>()
  const found = words.map((word) => {
    const before = known.get(word)
    if (before) return before
    const those = findMatchingTerms(word, typed)
    known.set(word, those)
    return those
  })
  // Words already in the title need not be repeated.
  const told = new Set(findMatchingTerms(title, typed))
  const start = findStart(
    words,
    found.map((those) => those.filter((each) => !told.has(each))),
  )
  let end = Math.min(words.length, start + MOST)
  while (end < words.length && end > start + 1 && /^·$|:$/.test(words[end - 1] ?? '')) end -= 1
  const before = words[start - 1]
  const isBegun = before !== undefined && !endsSentence(before)
  const goesOn = end < words.length && !endsSentence(words[end - 1] ?? '')
  const parts = words.slice(start, end).map((word, at) => ({
    text: `${at === 0 ? '' : ' '}${word}`,
    isFound: (found[start + at] ?? []).length > 0,
  }))
  return [
    ...(isBegun ? [{ text: '…', isFound: false }] : []),
    ...parts,
    ...(goesOn ? [{ text: '…', isFound: false }] : []),
  ]
}
