/** What a list shows stands in the address: page, size, order, search words and filters beside `d`. Pure. */

/** A filter's allowed words, the first of them the default; `''` for a filter of free text. */
export type FilterRules = Readonly<Record<string, '' | readonly string[]>>

export type FiltersOf<R extends FilterRules> = {
  [Name in keyof R]: R[Name] extends readonly (infer Word)[] ? Word : string
}

export interface ListQuery<R extends FilterRules = FilterRules> {
  /** From 1. */
  page: number
  limit: number
  /** `field`, or `-field` for descending order. */
  sort: string
  search: string
  filters: FiltersOf<R>
}

export interface ListRules<R extends FilterRules = FilterRules> {
  /** Put before each name in the address, where one section has several lists. */
  prefix: string
  /** Fields that can be sorted by; the first, with its direction, is the default. */
  sorts: readonly string[]
  /** Rows a page may have; `size` is the default. */
  sizes: readonly number[]
  size: number
  filters: R
  /** The filter that says whose list it is: it narrows nothing, and stays when all is shown again. */
  whose?: string | undefined
}

const PAGE_MAX = 1_000_000
const fieldOf = (sort: string): string => sort.replace(/^-/, '')

const nameOf = ({ prefix }: ListRules, name: string): string => (prefix ? `${prefix}-${name}` : name)

export const isSameQuery = (one: ListQuery, other: ListQuery): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What is shown when the address says nothing. */
export function defaultQuery<R extends FilterRules>(rules: ListRules<R>): ListQuery<R> {
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

/** The query without search words and filters, from its first page on; size, order and whose list it is stay. */
export function widestQuery<R extends FilterRules>(rules: ListRules<R>, query: ListQuery<R>): ListQuery<R> {
  const { limit, sort } = query
  const usual = defaultQuery(rules)
  const whose = rules.whose && { [rules.whose]: query.filters[rules.whose] }
  return { ...usual, limit, sort, filters: { ...usual.filters, ...whose } }
}

/** Reads what the address asks for; what it does not make sense of is as if it were not there. */
export function readQuery<R extends FilterRules>(
  rules: ListRules<R>,
  address: URLSearchParams,
): ListQuery<R> {
  const query = defaultQuery(rules)
  const get = (name: string) => address.get(nameOf(rules, name))
  const page = Number(get('page'))
  const limit = rules.sizes.find((size) => String(size) === get('limit'))
  const sort = get('sort') ?? ''
  const filters = Object.entries(rules.filters).map(([name, words]) => {
    const given = get(name)
    const known = words === '' || words.includes(given ?? '')
    return [name, given !== null && known ? given : query.filters[name]]
  })
  return {
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
    limit: limit ?? query.limit,
    sort: rules.sorts.some((field) => fieldOf(field) === fieldOf(sort)) ? sort : query.sort,
    search: get('search') ?? '',
    filters: Object.fromEntries(filters) as FiltersOf<R>,
  }
}

/** The address with the list as it is to be shown: only what differs from the usual, the rest untouched. */
export function writeQuery<R extends FilterRules>(
  rules: ListRules<R>,
  query: ListQuery<R>,
  address: URLSearchParams,
): URLSearchParams {
  const usual = defaultQuery(rules)
  const written = new URLSearchParams(address)
  const put = (name: string, value: string, otherwise: string) => {
    if (value === otherwise) written.delete(nameOf(rules, name))
    else written.set(nameOf(rules, name), value)
  }
  put('page', String(query.page), '1')
  put('limit', String(query.limit), String(usual.limit))
  put('sort', query.sort, usual.sort)
  put('search', query.search, '')
  for (const name of Object.keys(rules.filters)) {
    put(name, String(query.filters[name]), String(usual.filters[name]))
  }
  return written
}

/** The order after a press on a column's head: the other way round, or that column's first direction. */
export function nextSort(sort: string, field: string, startsDescending: boolean): string {
  if (sort === field) return `-${field}`
  if (sort === `-${field}`) return field
  return startsDescending ? `-${field}` : field
}
