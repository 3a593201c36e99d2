/** Excerpts as the search shows them. */
import { dropFillers } from './search-forms.ts'
import { findTyped, listTyped } from './search-words.ts'

/** A part of an excerpt; `isFound` is set for a word of the query. */
export interface Part {
  text: string
  isFound: boolean
}

/** An excerpt has at most so many words. */
const MOST = 32

/** What stands between two cells of a table and between two pairs of a list, see `search-entries.ts`. */
const BETWEEN = '·'

const endsSentence = (word: string): boolean => /[.!?][)”"’']*$/.test(word)

const fold = (words: readonly string[]): string =>
  words
    .join(' ')
    .toLowerCase()
    .replace(/[.?!]$/, '')

/** The words of a text without the title above it that it begins with. Pagefind ends each cell with a full stop. */
function readWords(text: string, title: string): string[] {
  const words = text
    .replace(/\.(?= · )/g, '')
    .split(/\s+/)
    .filter(Boolean)
  const above = title.split(/\s+/)
  const isTitle = fold(words.slice(0, above.length)) === fold(above)
  return isTitle ? words.slice(above.length) : words
}

/** Where to begin: words of the query count most, then a whole sentence, then how soon they are there. */
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
  // Within a sentence that is longer than the excerpt.
  return best.score < MOST && first >= MOST ? first - MOST / 4 : best.at
}

/**
 * The part of a text that has most words of a query that the `title` above it lacks, from the beginning of a sentence
 * or of a cell, without that title. What is cut has an ellipsis.
 */
export function drawExcerpt(text: string, query: string, title = ''): Part[] {
  const words = readWords(text, title)
  const typed = listTyped(dropFillers(query))
  const known = new Map<string, string[]>()
  const found = words.map((word) => {
    const before = known.get(word)
    if (before) return before
    const those = findTyped(word, typed)
    known.set(word, those)
    return those
  })
  // What the title says already need not be said again.
  const told = new Set(findTyped(title, typed))
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
