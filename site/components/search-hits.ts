/** Pagefind's index as a list of hits. */
import { drawExcerpt, type Part } from './search-excerpts.ts'
import { dropFillers, dropSigns, spellQuery } from './search-forms.ts'
import { correctWord, countWords, findTyped, hasMost, hasWords, listTyped } from './search-words.ts'

interface Section {
  title: string
  url: string
  /** Positions among the words of the page, each with its weight: higher in headings, lower in asides. */
  weighted_locations: { location: number; balanced_score: number }[]
}

interface PagefindPage {
  url: string
  content: string
  /** Headings with a name, and where among the words of the page they begin. */
  anchors: { id: string; location: number }[]
  /** `group` is set for entries that are no page: the terms of the glossary. */
  meta: { title?: string; group?: string }
  sub_results: Section[]
}

interface Result {
  id: string
  /** Higher for what fits better, within one search. */
  score: number
  data(): Promise<PagefindPage>
}

interface Pagefind {
  init(): Promise<void>
  search(query: string): Promise<{ results: Result[] }>
  debouncedSearch(query: string): Promise<{ results: Result[] } | null>
}

export interface Hit {
  title: string
  href: string
  excerpt?: readonly Part[]
}

/** Hits are listed by so many at a time. */
export const hitsAtOnce = 12

let engine: Promise<Pagefind> | undefined
let failures = 0

/** A failed load is retried at the next key stroke, under another URL: browsers cache the failure of a module. */
export function loadEngine(): Promise<Pagefind> {
  const address = `/pagefind/pagefind.js${failures ? `?attempt=${failures + 1}` : ''}`
  if (engine) return engine
  const attempt = (import(/* @vite-ignore */ address) as Promise<Pagefind>).then(async (pagefind) => {
    await pagefind.init()
    return pagefind
  })
  attempt.catch(() => {
    engine = undefined
    failures += 1
  })
  engine = attempt
  return attempt
}

/** Pagefind indexes files; the URLs of pages have no extension. */
const toAddress = (url: string) => url.replace(/(?:index)?\.html(?=$|#)/, '').replace(/(?<=.)\/(?=$|#)/, '')

/** For comparisons, without case, the number of a section and the sign at the end of a question. */
const fold = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\d+\.\s+|\s*[?.!]+$/g, '')

/** The words of a text, folded, without signs. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a title has all words of a query, or all that tell pages apart. */
function isNamed(title: string, query: string): boolean {
  const named = new Set(wordsOf(title))
  return [query, dropFillers(query)]
    .map(wordsOf)
    .some((words) => words.length > 0 && words.every((word) => named.has(word)))
}

const scoreOf = ({ weighted_locations }: Section): number =>
  weighted_locations.reduce((sum, { balanced_score }) => sum + balanced_score, 0)

/** Whether several words stand in a section as they were typed; `words` are those of its page. */
function hasPhrase({ weighted_locations }: Section, words: readonly string[], phrase: string): boolean {
  const count = phrase.split(/\s+/).length
  return (
    count > 1 &&
    weighted_locations.some(({ location }) =>
      words
        .slice(location, location + count)
        .join(' ')
        .toLowerCase()
        .includes(phrase),
    )
  )
}

/** The text of a section, from its heading to the next one. */
function textOfSection({ url }: Section, { content, anchors }: PagefindPage): string {
  const id = url.split('#')[1]
  const begin = anchors.find((anchor) => anchor.id === id)?.location ?? 0
  const ends = anchors.map(({ location }) => location).filter((location) => location > begin)
  return content
    .split(/\s+/)
    .slice(begin, Math.min(...ends))
    .join(' ')
}

/** Whether a section is a question of Help with its answer. */
const isAnswer = (url: string): boolean => url.includes('#faq-')

const findBest = (sections: readonly Section[]): Section | undefined =>
  sections.reduce<Section | undefined>(
    (found, section) => (found && scoreOf(found) >= scoreOf(section) ? found : section),
    undefined,
  )

/**
 * The section with the same title as the query, else one with all its words in the title, else one that has it as a
 * phrase, else, to a question, an answer with all its words, else a section with all of them, else the one with most
 * matches; Pagefind lists them in page order.
 */
function findSection(page: PagefindPage, query: string): Section | undefined {
  const { sub_results } = page
  const words = page.content.split(/\s+/)
  const telling = dropFillers(query)
  const whole = sub_results.filter((section) => hasWords(textOfSection(section, page), telling))
  return (
    sub_results.find(({ title }) => fold(title) === query) ??
    sub_results.find(({ title }) => isNamed(title, query)) ??
    sub_results.find((section) => hasPhrase(section, words, telling)) ??
    (telling === query ? undefined : findBest(whole.filter(({ url }) => isAnswer(url)))) ??
    findBest(whole) ??
    findBest(sub_results)
  )
}

/**
 * A hit and its rank: 4 for the term that was typed, 3 for such a page, 2 for such a section, 1 for words of a title, a
 * half for an answer of Help with all words of a question, else 0.
 */
function toHit(page: PagefindPage, query: string): [Hit, number] {
  const title = page.meta.title ?? page.url
  const isTyped = fold(title) === query
  const href = toAddress(page.url)
  if (page.meta.group)
    return [
      { title: `${page.meta.group}: ${title}`, href, excerpt: drawExcerpt(page.content, query, title) },
      isTyped ? 4 : 0,
    ]
  const isTitle = isNamed(title, query)
  const found = isTyped ? undefined : findSection(page, query)
  // The page itself, unless a part of it is named like that too.
  const best = isTitle && !isNamed(found?.title ?? '', query) ? undefined : found
  const text = best ? textOfSection(best, page) : page.content
  if (!best?.url.includes('#') || best.title === title)
    return [{ title, href, excerpt: drawExcerpt(text, query, title) }, isTyped ? 3 : Number(isTitle)]
  const telling = dropFillers(query)
  const isAsked = telling !== query && isAnswer(best.url) && hasWords(text, telling)
  return [
    {
      title: `${title}: ${best.title}`,
      href: toAddress(best.url),
      excerpt: drawExcerpt(text, query, best.title),
    },
    fold(best.title) === query ? 2 : Number(isNamed(best.title, query)) || (isAsked ? 0.5 : 0),
  ]
}

/** What any form of the query finds, the form of most pages first; `null` when another search has begun. */
async function findResults(query: string): Promise<Result[] | null> {
  const pagefind = await loadEngine()
  const [typed = '', ...others] = spellQuery(query)
  const found = await pagefind.debouncedSearch(typed)
  if (!found) return null
  const more = await Promise.all(others.map((form) => pagefind.search(form)))
  // Scores of two searches do not compare: a rare form would outdo the usual one.
  const all = [found, ...more].sort((a, b) => b.results.length - a.results.length)
  const results = new Map<string, Result>()
  for (const result of all.flatMap((each) => each.results)) {
    if (!results.has(result.id)) results.set(result.id, result)
  }
  return [...results.values()]
}

/** The text of a page or a term with its titles. */
const textOf = ({ content, meta }: PagefindPage): string =>
  `${meta.group ?? ''} ${meta.title ?? ''} ${content}`

/** Results are read and ranked by so many: the answer is first wherever the words of a query stand more often. */
const READ = 36

/** Pages with at least two words and half of those of a query, most of them first. */
async function findSome(query: string): Promise<PagefindPage[]> {
  const pagefind = await loadEngine()
  const searches = await Promise.all(query.split(/\s+/).map((word) => pagefind.search(word)))
  const counts = new Map<string, { result: Result; count: number; score: number }>()
  for (const result of searches.flatMap(({ results }) => results)) {
    const { count, score } = counts.get(result.id) ?? { count: 0, score: 0 }
    counts.set(result.id, { result, count: count + 1, score: score + result.score })
  }
  const likely = [...counts.values()]
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || b.score - a.score)
  const pages = await Promise.all(
    likely.slice(0, READ).map(async ({ result }) => {
      const page = await result.data()
      return { page, ...countWords(textOf(page), query) }
    }),
  )
  return pages
    .filter(hasMost)
    .sort((a, b) => b.found - a.found)
    .map(({ page }) => page)
}

/** Parts of sheets come last, to a question whole sheets too; a page with other forms of the words after those with them. */
function rankLower(page: PagefindPage, { href }: Hit, telling: string, isQuestion: boolean): number {
  if (href.startsWith('/tokens/') && (isQuestion || href.includes('#'))) return 0.5
  const said = new Set(wordsOf(textOf(page)))
  return wordsOf(telling).every((word) => said.has(word)) ? 0 : 0.25
}

export interface Found {
  hits: Hit[]
  count: number
  /** Words that no page has, and that were left out. */
  missing: readonly string[]
  /** The words that others, which no page has, were taken for. */
  corrected: readonly string[]
  /** No page has all words of the query: these have some of them. */
  isPartial: boolean
}

/** What is known of a word: whether a page has it in some form, else which word of the site it was meant to be. */
async function readWord(
  word: string,
): Promise<{ word: string; isKnown: boolean; meant?: string | undefined }> {
  const pagefind = await loadEngine()
  // Pages with the word, or else with words that begin like it.
  let results: Result[] = []
  for (let length = word.length; length > 0 && results.length === 0; length -= 1)
    results = (await pagefind.search(word.slice(0, length))).results
  const pages = await Promise.all(results.slice(0, READ).map((result) => result.data()))
  const texts = pages.map(textOf)
  const isKnown = texts.some((text) => findTyped(text, [word]).length > 0)
  return { word, isKnown, meant: isKnown ? undefined : correctWord(word, texts) }
}

/** The first `most` hits of pages with all words that tell pages apart, and their whole number. */
async function findWhole(query: string, most: number): Promise<Pick<Found, 'hits' | 'count'> | null> {
  const telling = dropFillers(query)
  const results = await findResults(telling)
  if (!results) return null
  const isQuestion = telling !== query
  const hits = new Map<string, Hit>()
  let read = 0
  // Ranked by batches, so that those listed first stay where they are when more are listed.
  while (hits.size < most && read < results.length) {
    const batch = await Promise.all(results.slice(read, read + READ).map((result) => result.data()))
    read += batch.length
    const ranked = batch
      .filter((page) => hasWords(textOf(page), telling))
      .map((page) => {
        const [hit, place] = toHit(page, fold(query))
        return { hit, place: place - rankLower(page, hit, telling, isQuestion) }
      })
      .sort((a, b) => b.place - a.place)
    // The terms of an offering are an entry of their own and a part of a sheet.
    for (const { hit } of ranked) if (!hits.has(hit.href)) hits.set(hit.href, hit)
  }
  return { hits: [...hits.values()].slice(0, most), count: hits.size + results.length - read }
}

/**
 * Finds the first `most` hits and their whole number; `null` when another search has begun. Where no page has all words,
 * those that no page has are corrected or left out; where that does not help, pages with some of them are found.
 */
export async function findHits(typed: string, most: number): Promise<Found | null> {
  const query = dropSigns(typed)
  const nothing = { hits: [], count: 0, missing: [], corrected: [], isPartial: false }
  if (!query) return nothing
  const whole = await findWhole(query, most)
  if (!whole) return null
  if (whole.count > 0 || query.startsWith('"')) return { ...nothing, ...whole }
  const read = await Promise.all(listTyped(dropFillers(query)).map(readWord))
  const corrected = read.flatMap(({ meant }) => meant ?? [])
  const missing = read.flatMap(({ word, isKnown, meant }) => (isKnown || meant ? [] : [word]))
  const left = new Map<string | undefined, string>(
    read.map(({ word, isKnown, meant = '' }) => [word, isKnown ? word : meant]),
  )
  // With the words around them, which tell a question.
  const known = query
    .split(/\s+/)
    .map((word) => left.get(listTyped(word)[0]) ?? word)
    .join(' ')
    .trim()
  // A letter or two tell nothing.
  if (![...left.values()].some((word) => word.length > 2)) return nothing
  if (corrected.length + missing.length > 0) {
    const those = await findWhole(known, most)
    if (!those) return null
    if (those.count > 0) return { ...nothing, ...those, corrected, missing }
  }
  const hits = (await findSome(dropFillers(known))).map((page) => toHit(page, known)[0])
  return { ...nothing, hits: hits.slice(0, most), count: hits.length, isPartial: true }
}
