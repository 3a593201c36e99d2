/** Pagefind's index as a list of hits. */
import { drawEnds } from './search-excerpts.ts'
import { dropFillers, dropSigns, spellQuery } from './search-forms.ts'
import { countWords, hasMost, hasWords } from './search-words.ts'

interface Section {
  title: string
  url: string
  excerpt: string
  /** Positions among the words of the page, each with its weight: higher in headings, lower in asides. */
  weighted_locations: { location: number; balanced_score: number }[]
}

interface PagefindPage {
  url: string
  content: string
  excerpt: string
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
  /** HTML whose `mark` elements are the words found. */
  excerpt?: string
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

/** Whether a title has all words of a query, or all that tell pages apart, if these are several. */
function isNamed(title: string, query: string): boolean {
  const named = new Set(wordsOf(title))
  return [query, dropFillers(query)]
    .map(wordsOf)
    .some((words) => words.length > 1 && words.every((word) => named.has(word)))
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

const findBest = (sections: readonly Section[]): Section | undefined =>
  sections.reduce<Section | undefined>(
    (found, section) => (found && scoreOf(found) >= scoreOf(section) ? found : section),
    undefined,
  )

/**
 * The section with the same title as the query, else one with all its words in the title, else one that has it as a
 * phrase, else one with all its words, else the one with most matches; Pagefind lists them in page order.
 */
function findSection(page: PagefindPage, query: string): Section | undefined {
  const { sub_results } = page
  const words = page.content.split(/\s+/)
  const telling = dropFillers(query)
  return (
    sub_results.find(({ title }) => fold(title) === query) ??
    sub_results.find(({ title }) => isNamed(title, query)) ??
    sub_results.find((section) => hasPhrase(section, words, telling)) ??
    findBest(sub_results.filter((section) => hasWords(textOfSection(section, page), telling))) ??
    findBest(sub_results)
  )
}

/**
 * A hit and its rank: 4 for the term that was typed, 3 for such a page, 2 for such a section, 1 for words of a title,
 * else 0.
 */
function toHit(page: PagefindPage, query: string): [Hit, number] {
  const title = page.meta.title ?? page.url
  const isTyped = fold(title) === query
  const href = toAddress(page.url)
  const wholeOf = (excerpt: string) => ({ href, excerpt: drawEnds(excerpt, page.content, title) })
  if (page.meta.group)
    return [{ title: `${page.meta.group}: ${title}`, ...wholeOf(page.excerpt) }, isTyped ? 4 : 0]
  const best = isTyped ? undefined : findSection(page, query)
  if (!best?.url.includes('#') || best.title === title)
    return [{ title, ...wholeOf(best?.excerpt ?? page.excerpt) }, isTyped ? 3 : Number(isNamed(title, query))]
  const { url, excerpt } = best
  return [
    {
      title: `${title}: ${best.title}`,
      href: toAddress(url),
      excerpt: drawEnds(excerpt, page.content, best.title),
    },
    fold(best.title) === query ? 2 : Number(isNamed(best.title, query)),
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

/** So many results of a question are read, so that the answer is first wherever the words of it stand more often. */
const READ_FOR_QUESTION = 36

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
    likely.slice(0, READ_FOR_QUESTION).map(async ({ result }) => {
      const page = await result.data()
      return { page, ...countWords(textOf(page), query) }
    }),
  )
  return pages
    .filter(hasMost)
    .sort((a, b) => b.found - a.found)
    .map(({ page }) => page)
}

/** To a question, answers of Help come first, and the sheets of single series last. */
function rankForQuestion({ href }: Hit): number {
  if (href.includes('#faq-')) return 1
  return href.startsWith('/tokens/') ? -1 : 0
}

interface Found {
  hits: Hit[]
  count: number
  /** No page has all words of the query: these have some of them. */
  isPartial?: boolean
}

/** Finds the first `most` hits and their whole number; `null` when another search has begun. */
export async function findHits(typed: string, most: number): Promise<Found | null> {
  const query = dropSigns(typed)
  if (!query) return { hits: [], count: 0 }
  const telling = dropFillers(query)
  const results = await findResults(telling)
  if (!results) return null
  const isQuestion = telling !== query
  const rank = (page: PagefindPage) => {
    const [hit, place] = toHit(page, fold(query))
    return { hit, place: place * 2 + (isQuestion ? rankForQuestion(hit) : 0) }
  }
  const atOnce = isQuestion ? READ_FOR_QUESTION : hitsAtOnce
  const hits = new Map<string, Hit>()
  // The terms of an offering are an entry of their own and a part of a sheet.
  const add = ({ hit }: { hit: Hit }) => {
    if (!hits.has(hit.href)) hits.set(hit.href, hit)
  }
  let read = 0
  // Ranked by batches, so that those listed first stay where they are when more are listed.
  while (hits.size < most && read < results.length) {
    const batch = await Promise.all(results.slice(read, read + atOnce).map((result) => result.data()))
    read += batch.length
    const pages = batch.filter((page) => hasWords(textOf(page), telling))
    pages
      .map(rank)
      .sort((a, b) => b.place - a.place)
      .forEach(add)
  }
  const isPartial = hits.size === 0
  if (isPartial) for (const page of await findSome(telling)) add(rank(page))
  const unread = results.length - read
  return { hits: [...hits.values()].slice(0, most), count: hits.size + unread, isPartial }
}
