/** Pagefind's index as a list of hits. */
import { drawEnds } from './search-excerpts.ts'
import { dropSigns, spellQuery } from './search-forms.ts'
import { hasWords } from './search-words.ts'

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
  /** `group` is set for entries that are no page: the terms of the glossary. */
  meta: { title?: string; group?: string }
  sub_results: Section[]
}

interface Result {
  id: string
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

export const mostHits = 12

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

/** For comparisons, without case and the number of a section. */
const fold = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\d+\.\s+/, '')

const scoreOf = ({ weighted_locations }: Section): number =>
  weighted_locations.reduce((sum, { balanced_score }) => sum + balanced_score, 0)

/** Whether several words stand in a section as they were typed; `words` are those of its page. */
function hasPhrase({ weighted_locations }: Section, words: readonly string[], query: string): boolean {
  const count = query.split(/\s+/).length
  return (
    count > 1 &&
    weighted_locations.some(({ location }) =>
      words
        .slice(location, location + count)
        .join(' ')
        .toLowerCase()
        .includes(query),
    )
  )
}

/**
 * The section with the same title as the query, else one that has it as a phrase, else the one with most matches;
 * Pagefind lists them in page order.
 */
function findSection({ sub_results, content }: PagefindPage, query: string): Section | undefined {
  const words = content.split(/\s+/)
  return (
    sub_results.find(({ title }) => fold(title) === query) ??
    sub_results.find((section) => hasPhrase(section, words, query)) ??
    sub_results.reduce<Section | undefined>(
      (found, section) => (found && scoreOf(found) >= scoreOf(section) ? found : section),
      undefined,
    )
  )
}

/** A hit and its rank: 3 for the term that was typed, 2 for such a page, 1 for such a section, else 0. */
function toHit(page: PagefindPage, query: string): [Hit, number] {
  const title = page.meta.title ?? page.url
  const isTyped = fold(title) === query
  const whole = { href: toAddress(page.url), excerpt: drawEnds(page.excerpt, page.content) }
  if (page.meta.group) return [{ title: `${page.meta.group}: ${title}`, ...whole }, isTyped ? 3 : 0]
  const best = isTyped ? undefined : findSection(page, query)
  if (!best?.url.includes('#') || best.title === title) return [{ title, ...whole }, isTyped ? 2 : 0]
  const { url, excerpt } = best
  return [
    { title: `${title}: ${best.title}`, href: toAddress(url), excerpt: drawEnds(excerpt, page.content) },
    fold(best.title) === query ? 1 : 0,
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

/** Finds the first hits and their whole number; `null` when another search has begun. */
export async function findHits(typed: string): Promise<{ hits: Hit[]; count: number } | null> {
  const query = dropSigns(typed)
  if (!query) return { hits: [], count: 0 }
  const results = await findResults(query)
  if (!results) return null
  const first = await Promise.all(results.slice(0, mostHits).map((result) => result.data()))
  const pages = first.filter(({ content, meta }) =>
    hasWords(`${meta.group ?? ''} ${meta.title ?? ''} ${content}`, query),
  )
  const ranked = pages.map((page) => toHit(page, fold(query))).sort(([, a], [, b]) => b - a)
  // The terms of an offering are an entry of their own and a part of a sheet.
  const hits = new Map(ranked.toReversed().map(([hit]) => [hit.href, hit]))
  return {
    hits: [...hits.values()].toReversed(),
    count: hits.size > 0 ? results.length - first.length + hits.size : 0,
  }
}
