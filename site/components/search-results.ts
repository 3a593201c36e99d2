/** Pagefind's index as a list of results. */
import { buildExcerpt, type ExcerptPart } from './search-excerpts.ts'
import {
  correctTerm,
  countWords,
  findMatchingTerms,
  listQueryTerms,
  matchesAllTerms,
  matchesMostTerms,
} from './search-term-matching.ts'
import { expandQuery, removeStopWords, stripSymbols } from './search-word-forms.ts'

interface Section {
  title: string
  url: string
  /** Positions among the words of the page, each with its weight: higher in headings, lower in asides. */
  weighted_locations: { location: number; balanced_score: number }[]
}

interface PagefindPage {
  url: string
  content: string
  /** Headings with an id, and the word position at which they begin. */
  anchors: { id: string; location: number }[]
  /** `group` is set for entries that are not pages: glossary terms. */
  meta: { title?: string; group?: string }
  sub_results: Section[]
}

interface Result {
  id: string
  /** Higher for a better match, within one search. */
  score: number
  data(): Promise<PagefindPage>
}

interface Pagefind {
  init(): Promise<void>
  search(query: string): Promise<{ results: Result[] }>
  debouncedSearch(query: string): Promise<{ results: Result[] } | null>
}

export interface SiteSearchResult {
  title: string
  href: string
  excerpt?: readonly ExcerptPart[]
}

/** Number of results listed at a time. */
export const RESULTS_PER_PAGE = 12

let engine: Promise<Pagefind> | undefined
let failures = 0

/** A failed load is retried on the next keystroke under another URL, because browsers cache the failure of a module. */
export function loadPagefind(): Promise<Pagefind> {
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

/** Normalizes for comparison: without case, section number or question mark. */
const fold = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\d+\.\s+|\s*[?.!]+$/g, '')

/** The words of a text, normalized, without punctuation. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a title has all words of a query, or all distinctive ones. */
function isNamed(title: string, query: string): boolean {
  const named = new Set(wordsOf(title))
  return [query, removeStopWords(query)]
    .map(wordsOf)
    .some((words) => words.length > 0 && words.every((word) => named.has(word)))
}

const scoreOf = ({ weighted_locations }: Section): number =>
  weighted_locations.reduce((sum, { balanced_score }) => sum + balanced_score, 0)

/** Whether a section contains several words as a phrase; `words` are the page's words. */
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
 * The best section: one titled like the query, or else one with all its words in the title, one containing it as a
 * phrase, for a question an answer with all its words, a section with all of them, or the one with most matches.
 * Pagefind lists sections in page order.
 */
function findSection(page: PagefindPage, query: string): Section | undefined {
  const { sub_results } = page
  const words = page.content.split(/\s+/)
  const telling = removeStopWords(query)
  const whole = sub_results.filter((section) => matchesAllTerms(textOfSection(section, page), telling))
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
 * A result and its rank: 4 for the typed term, 3 for such a page, 2 for such a section, 1 for words of a title, a half
 * for a Help answer with all words of a question, otherwise 0.
 */
function toHit(page: PagefindPage, query: string): [SiteSearchResult, number] {
  const title = page.meta.title ?? page.url
  const isTyped = fold(title) === query
  const href = toAddress(page.url)
  if (page.meta.group)
    return [
      { title: `${page.meta.group}: ${title}`, href, excerpt: buildExcerpt(page.content, query, title) },
      isTyped ? 4 : 0,
    ]
  const isTitle = isNamed(title, query)
  const found = isTyped ? undefined : findSection(page, query)
  // The page itself, unless a part of it has the same title.
  const best = isTitle && !isNamed(found?.title ?? '', query) ? undefined : found
  const text = best ? textOfSection(best, page) : page.content
  if (!best?.url.includes('#') || best.title === title)
    return [{ title, href, excerpt: buildExcerpt(text, query, title) }, isTyped ? 3 : Number(isTitle)]
  const telling = removeStopWords(query)
  const isAsked = telling !== query && isAnswer(best.url) && matchesAllTerms(text, telling)
  return [
    {
      title: `${title}: ${best.title}`,
      href: toAddress(best.url),
      excerpt: buildExcerpt(text, query, best.title),
    },
    fold(best.title) === query ? 2 : Number(isNamed(best.title, query)) || (isAsked ? 0.5 : 0),
  ]
}

/** Results for any form of the query, the form with most pages first; `null` if another search has begun. */
async function findResults(query: string): Promise<Result[] | null> {
  const pagefind = await loadPagefind()
  const [typed = '', ...others] = expandQuery(query)
  const found = await pagefind.debouncedSearch(typed)
  if (!found) return null
  const more = await Promise.all(others.map((form) => pagefind.search(form)))
  // Scores of two searches are not comparable: a rare form would outrank the usual one.
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

/**
 * Results are read and ranked in batches of this size, so that the answer is first even if the query words are more
 * frequent elsewhere.
 */
const READ = 36

/** Pages with at least two and at least half of the query words, the most first. */
async function findSome(query: string): Promise<PagefindPage[]> {
  const pagefind = await loadPagefind()
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
    .filter(matchesMostTerms)
    .sort((a, b) => b.found - a.found)
    .map(({ page }) => page)
}

/**
 * Parts of series pages come last, and for a question whole series pages too; a page with other word forms comes after
 * those with the typed ones.
 */
function rankLower(
  page: PagefindPage,
  { href }: SiteSearchResult,
  telling: string,
  isQuestion: boolean,
): number {
  if (href.startsWith('/tokens/') && (isQuestion || href.includes('#'))) return 0.5
  const said = new Set(wordsOf(textOf(page)))
  return wordsOf(telling).every((word) => said.has(word)) ? 0 : 0.25
}

export interface SiteSearchResults {
  hits: SiteSearchResult[]
  count: number
  /** Words that are on no page and were omitted. */
  missing: readonly string[]
  /** The corrected forms of words that are on no page. */
  corrected: readonly string[]
  /** No page has all words of the query; these have some of them. */
  isPartial: boolean
}

/** What is known of a word: whether a page has it in some form, or else which word of the site was meant. */
async function readWord(
  word: string,
): Promise<{ word: string; isKnown: boolean; meant?: string | undefined }> {
  const pagefind = await loadPagefind()
  // Pages with the word, or else with words that begin like it.
  let results: Result[] = []
  for (let length = word.length; length > 0 && results.length === 0; length -= 1)
    results = (await pagefind.search(word.slice(0, length))).results
  const pages = await Promise.all(results.slice(0, READ).map((result) => result.data()))
  const texts = pages.map(textOf)
  const isKnown = texts.some((text) => findMatchingTerms(text, [word]).length > 0)
  return { word, isKnown, meant: isKnown ? undefined : correctTerm(word, texts) }
}

/** The first `most` results of pages with all distinctive words, and their total number. */
async function findWhole(
  query: string,
  most: number,
): Promise<Pick<SiteSearchResults, 'hits' | 'count'> | null> {
  const telling = removeStopWords(query)
  const results = await findResults(telling)
  if (!results) return null
  const isQuestion = telling !== query
  const hits = new Map<string, SiteSearchResult>()
  let read = 0
  // Ranked in batches, so that earlier results keep their place when more are listed.
  while (hits.size < most && read < results.length) {
    const batch = await Promise.all(results.slice(read, read + READ).map((result) => result.data()))
    read += batch.length
    const ranked = batch
      .filter((page) => matchesAllTerms(textOf(page), telling))
      .map((page) => {
        const [hit, place] = toHit(page, fold(query))
        return { hit, place: place - rankLower(page, hit, telling, isQuestion) }
      })
      .sort((a, b) => b.place - a.place)
    // The terms of an offering are both their own entry and part of a series page.
    for (const { hit } of ranked) if (!hits.has(hit.href)) hits.set(hit.href, hit)
  }
  return { hits: [...hits.values()].slice(0, most), count: hits.size + results.length - read }
}

/**
 * Finds the first `most` results and their total number; `null` if another search has begun. If no page has all words,
 * unknown ones are corrected or omitted; if that does not help, pages with some of them are found.
 */
export async function searchPages(typed: string, most: number): Promise<SiteSearchResults | null> {
  const query = stripSymbols(typed)
  const nothing = { hits: [], count: 0, missing: [], corrected: [], isPartial: false }
  if (!query) return nothing
  const whole = await findWhole(query, most)
  if (!whole) return null
  if (whole.count > 0 || query.startsWith('"')) return { ...nothing, ...whole }
  const read = await Promise.all(listQueryTerms(removeStopWords(query)).map(readWord))
  const corrected = read.flatMap(({ meant }) => meant ?? [])
  const missing = read.flatMap(({ word, isKnown, meant }) => (isKnown || meant ? [] : [word]))
  const left = new Map<string | undefined, string>(
    read.map(({ word, isKnown, meant = '' }) => [word, isKnown ? word : meant]),
  )
  // Including the surrounding words, which indicate a question.
  const known = query
    .split(/\s+/)
    .map((word) => left.get(listQueryTerms(word)[0]) ?? word)
    .join(' ')
    .trim()
  // One or two letters are not distinctive.
  if (![...left.values()].some((word) => word.length > 2)) return nothing
  if (corrected.length + missing.length > 0) {
    const those = await findWhole(known, most)
    if (!those) return null
    if (those.count > 0) return { ...nothing, ...those, corrected, missing }
  }
  const hits = (await findSome(removeStopWords(known))).map((page) => toHit(page, known)[0])
  return { ...nothing, hits: hits.slice(0, most), count: hits.length, isPartial: true }
}
