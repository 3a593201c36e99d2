import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { AdminPagination } from '#contract/admin-endpoint'
import { getFieldErrors } from '#core/api/call-errors'
import { formatCount } from '#core/format/format'
import type { Remote } from '#core/query/remote'
import type { QueryKey, SessionQuery } from '#core/session/internal/session-query'
import { type FilterRules, getDefaultQuery, type ListQuery, type ListRules } from './url-state.ts'

export interface ListPage<Row> {
  rows: Row[]
  pagination: AdminPagination
}

/** A page and the query it was fetched for; it stays on screen while another is fetched. */
export interface ListedPage<Row, R extends FilterRules> extends ListPage<Row> {
  query: ListQuery<R>
}

/** The part of the query that narrows the list; empty filters and search terms are omitted. */
export type ListFilters<R extends FilterRules> = { search: string | undefined } & {
  [Name in keyof R]: (R[Name] extends readonly (infer Word)[] ? Exclude<Word, ''> : string) | undefined
}

/** The query that fetches a page. */
export type PageQuery<R extends FilterRules, S extends string> = ListFilters<R> & {
  page: number
  limit: number
  sort: S | `-${S}`
}

/** A list paged by the server; `useListView` binds it to the URL. */
export interface List<Row, R extends FilterRules> {
  rules: ListRules<R>
  /** The query in the URL. */
  $query: WritableAtom<ListQuery<R>>
  $page: ReadableAtom<Remote<ListedPage<Row, R>>>
  /** Refetches the current page after a change. Resolves once it has loaded or failed. */
  refresh: () => Promise<void>
}

/** Creates the query of a list for one kind of session. */
type MakeQuery<Data> = (key: QueryKey, fetcher: (...parts: string[]) => Promise<Data>) => SessionQuery<Data>

interface ListOptions<Row, R extends FilterRules, S extends string> {
  /** Cache key of the list. */
  name: string
  rules: ListRules<R>
  createQuery: MakeQuery<ListedPage<Row, R>>
  read: (query: PageQuery<R, S>) => Promise<ListPage<Row>>
}

export function getListFilters<R extends FilterRules>({ search, filters }: ListQuery<R>): ListFilters<R> {
  const named = Object.entries(filters).map(([filter, value]) => [filter, value || undefined])
  return { search: search || undefined, ...Object.fromEntries(named) } as ListFilters<R>
}

/** Creates a list. Call once per list, at module level. */
export function createListStore<Row, S extends string, R extends FilterRules>({
  name,
  rules,
  createQuery,
  read,
}: ListOptions<Row, R, S>): List<Row, R> {
  const $query = atom<ListQuery<R>>(getDefaultQuery(rules))
  const { $view, refresh } = createQuery(
    [`list:${name}`, computed($query, (query) => JSON.stringify(query))],
    async (key) => {
      const query = JSON.parse(key) as ListQuery<R>
      const { page, limit, sort } = query
      return { ...(await read({ page, limit, sort, ...getListFilters(query) } as PageQuery<R, S>)), query }
    },
  )
  return { rules, $query, $page: $view, refresh }
}

/** The server's reason for rejecting each filter, by its API name; empty if none was rejected. */
export const getFilterErrors = (view: Remote<unknown>): Readonly<Record<string, string>> =>
  view.status === 'failed' ? getFieldErrors(view.error) : {}

/** `Showing 1 to 50 of 10,482` */
export function formatRowRange({ page, limit, total }: Omit<AdminPagination, 'pages'>): string {
  if (total === 0) return 'No results'
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  return `Showing ${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`
}
