/** The state of a list in the URL: page, size, order, search terms and filters, alongside `d`. Pure functions. */

import { SUBJECT_MAX } from '#contract/schema-builders'

/** Longest search text or typed filter. */
export const SEARCH_MAX = SUBJECT_MAX

/** A filter's allowed values, the first being the default; `''` for a free-text filter. */
export type FilterRules = Readonly<Record<string, '' | readonly string[]>>

export type FiltersOf<R extends FilterRules> = {
  [Name in keyof R]: R[Name] extends readonly (infer Word)[] ? Word : string
}

export interface ListQuery<R extends FilterRules = FilterRules> {
  /** 1-based. */
  page: number
  limit: number
  /** `field`, or `-field` for descending order. */
  sort: string
  search: string
  filters: FiltersOf<R>
}

export interface ListRules<R extends FilterRules = FilterRules> {
  /** Prefix of each parameter name, for sections with several lists. */
  prefix?: string
  /** What the URL holds: the page number (default), or the number of rows before the page. */
  position?: 'page' | 'offset'
  /** Sortable fields; the first one, with its direction, is the default. */
  sorts: readonly string[]
  /** Page sizes to choose from; `size` is the default. */
  sizes: readonly number[]
  size: number
  filters: R
  /** The filter that identifies the list's owner; it does not count as narrowing and survives a reset. */
  whose?: string | undefined
}

const PAGE_MAX = 1_000_000
const OFFSET_MAX = 1_000_000_000
const fieldOf = (sort: string): string => sort.replace(/^-/, '')

/** Maximum length of an unknown word quoted in a message. */
const NAMED_MAX = 40

const hasSort = ({ sorts }: ListRules, sort: string): boolean =>
  sorts.some((field) => fieldOf(field) === fieldOf(sort))

const nameOf = ({ prefix }: ListRules, name: string): string => (prefix ? `${prefix}-${name}` : name)

export const isSameQuery = (one: ListQuery, other: ListQuery): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The query of a URL without parameters. */
export function getDefaultQuery<R extends FilterRules>(rules: ListRules<R>): ListQuery<R> {
  const filters = Object.entries(rules.filters).map(([name, words]) => [
    name,
    words === '' ? '' : (words[0] ?? ''),
  ])
  return {
    page: 1,
    limit: rules.size,
    sort: rules.sorts[0] ?? '',
    search: '',
    filters: Object.fromEntries(filters) as FiltersOf<R>,
  }
}

/** The query without search terms and filters, on its first page; size, order and list owner are kept. */
export function clearFilters<R extends FilterRules>(rules: ListRules<R>, query: ListQuery<R>): ListQuery<R> {
  const { limit, sort } = query
  const usual = getDefaultQuery(rules)
  const whose = rules.whose && { [rules.whose]: query.filters[rules.whose] }
  return { ...usual, limit, sort, filters: { ...usual.filters, ...whose } }
}

function readPage(
  { position }: ListRules,
  get: (name: 'page' | 'offset') => string | null,
  limit: number,
): number {
  if (position === 'offset') {
    const offset = Number(get('offset'))
    return Number.isInteger(offset) && offset > 0 && offset <= OFFSET_MAX ? Math.floor(offset / limit) + 1 : 1
  }
  const page = Number(get('page'))
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}

/**
 * Unknown parts of the URL: one sentence per unknown filter or order, by name. Page and size are ignored because every
 * list has a first page.
 */
export function findUnknownParameters(rules: ListRules, address: URLSearchParams): Record<string, string> {
  const unknown: Record<string, string> = {}
  const refuse = (name: string, given: string) => {
    unknown[name] = `The page address contains an invalid ${name}: “${given.slice(0, NAMED_MAX)}”`
  }
  for (const [name, words] of Object.entries(rules.filters)) {
    const given = address.get(nameOf(rules, name))
    if (given && words !== '' && !words.includes(given)) refuse(name, given)
  }
  const sort = rules.position === 'offset' ? null : address.get(nameOf(rules, 'sort'))
  if (sort && !hasSort(rules, sort)) refuse('sort', sort)
  return unknown
}

/** Reads the query from the URL; invalid values are ignored, see {@link findUnknownParameters}. */
export function parseListQuery<R extends FilterRules>(
  rules: ListRules<R>,
  address: URLSearchParams,
): ListQuery<R> {
  const query = getDefaultQuery(rules)
  const get = (name: string) => address.get(nameOf(rules, name))
  const limit = rules.sizes.find((size) => String(size) === get('limit')) ?? query.limit
  const sort = get('sort') ?? ''
  const filters = Object.entries(rules.filters).map(([name, words]) => {
    const given = get(name)
    const isAllowed = words === '' || words.includes(given ?? '')
    return [name, given !== null && isAllowed ? given : query.filters[name]]
  })
  return {
    page: readPage(rules, get, limit),
    limit,
    sort: hasSort(rules, sort) ? sort : query.sort,
    search: get('search') ?? '',
    filters: Object.fromEntries(filters) as FiltersOf<R>,
  }
}

/** The URL with the list's state: only what differs from the defaults; other parameters are unchanged. */
export function serializeListQuery<R extends FilterRules>(
  rules: ListRules<R>,
  query: ListQuery<R>,
  address: URLSearchParams,
): URLSearchParams {
  const usual = getDefaultQuery(rules)
  const written = new URLSearchParams(address)
  const put = (name: string, value: string, otherwise: string) => {
    if (value === otherwise) written.delete(nameOf(rules, name))
    else written.set(nameOf(rules, name), value)
  }
  const putFilters = () => {
    for (const name of Object.keys(rules.filters)) {
      put(name, String(query.filters[name]), String(usual.filters[name]))
    }
  }
  const putLimit = () => put('limit', String(query.limit), String(usual.limit))
  if (rules.position === 'offset') {
    // The same list has the same URL, in whatever order its filters were applied.
    for (const name of ['search', ...Object.keys(rules.filters), 'limit', 'offset'])
      written.delete(nameOf(rules, name))
    put('search', query.search, '')
    putFilters()
    putLimit()
    put('offset', String((query.page - 1) * query.limit), '0')
    return written
  }
  put('page', String(query.page), '1')
  putLimit()
  put('sort', query.sort, usual.sort)
  put('search', query.search, '')
  putFilters()
  return written
}

/** The order after clicking a column header: reversed, or the column's default direction. */
export function getNextSort(sort: string, field: string, startsDescending: boolean): string {
  if (sort === field) return `-${field}`
  if (sort === `-${field}`) return field
  return startsDescending ? `-${field}` : field
}
