import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { ADMIN_PAGE_SIZE, type AdminPagination } from '#contract/admin'
import type { PanelEventName } from '#contract/admin-events'
import { createAdminQuery } from '#core/api/admin-api'
import type { DownloadOptions, DownloadOutcome } from '#core/api/download'
import type { Remote } from '#core/query/remote'
import { defaultQuery, type FilterRules, type ListQuery, type ListRules } from './url-state.ts'

/** Page sizes, unless the list has its own. */
const PAGE_SIZES = [20, 50, 100, 200] as const

interface ListPage<Row> {
  rows: Row[]
  pagination: AdminPagination
}

/** A page with the query it was fetched for: it stays on screen while another is fetched. */
export interface ListedPage<Row, R extends FilterRules> extends ListPage<Row> {
  query: ListQuery<R>
}

/** The part of the query that narrows the list: empty filters and search terms are left out. */
type Narrowing<R extends FilterRules> = { search: string | undefined } & {
  [Name in keyof R]: (R[Name] extends readonly (infer Word)[] ? Exclude<Word, ''> : string) | undefined
}

/** The query that fetches a page. */
type PageQuery<R extends FilterRules, S extends string> = Narrowing<R> & {
  page: number
  limit: number
  sort: S | `-${S}`
}

/** `onProgress` receives the progress of a file; `signal` aborts it. */
export type SaveOptions = Pick<DownloadOptions, 'onProgress' | 'signal'>

interface ListOptions<Row, R extends FilterRules, S extends string> {
  /** Names the list in the cache and in the stored choice of columns. */
  name: string
  /** Fields the server sorts by, as in the contract; the first is the default. */
  sorts: readonly [S | `-${S}`, ...S[]]
  filters?: R
  /** The filter that names the owner of the list, if it has one. */
  whose?: keyof R & string
  /** Default page size, and the sizes to choose from. */
  size?: number
  sizes?: readonly number[]
  /** The events after which the list is fetched again. */
  topics?: readonly PanelEventName[]
  /** Prefix of each name in the URL, where one section has several lists. */
  prefix?: string
  read: (query: PageQuery<R, S>) => Promise<ListPage<Row>>
  /** Saves all matching rows as a file. */
  save: (query: Narrowing<R>, options: SaveOptions) => Promise<DownloadOutcome>
}

export interface List<Row, R extends FilterRules> {
  name: string
  rules: ListRules<R>
  topics: readonly PanelEventName[]
  /** The query in the URL; `useList` sets it. */
  $query: WritableAtom<ListQuery<R>>
  $page: ReadableAtom<Remote<ListedPage<Row, R>>>
  /** Refetches the page on screen after a change. Resolves once it has loaded or failed. */
  refresh: () => Promise<void>
  /** Saves all rows that match the search terms and filters on screen as a file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
}

function narrowingOf<R extends FilterRules>({ search, filters }: ListQuery<R>): Narrowing<R> {
  const named = Object.entries(filters).map(([filter, value]) => [filter, value || undefined])
  return { search: search || undefined, ...Object.fromEntries(named) } as Narrowing<R>
}

/** The page of a list that has no rows. */
export const emptyPage = { rows: [], pagination: { page: 1, limit: ADMIN_PAGE_SIZE, pages: 1, total: 0 } }

/**
 * A list of the panel, paged by the server and bound to the URL by `useList`. Created once, in a module:
 *
 *     export const userList = createList({
 *       name: 'users',
 *       sorts: ['-created_at', 'email'],
 *       filters: { filter: ['all', 'active', 'inactive'] },
 *       read: async (query) => {
 *         const { users, pagination } = await callAdmin(adminUsers.list, { query })
 *         return { rows: users, pagination }
 *       },
 *       save: (query, options) =>
 *         downloadAdminFile(adminUsers.exportCsv, { query }, { ...options, name: 'users.csv' }),
 *     })
 */
export function createList<Row, S extends string, const R extends FilterRules = Record<never, never>>({
  name,
  sorts,
  filters = {} as R,
  whose,
  size = ADMIN_PAGE_SIZE,
  sizes = PAGE_SIZES,
  topics = [],
  prefix = '',
  read,
  save,
}: ListOptions<Row, R, S>): List<Row, R> {
  const rules: ListRules<R> = { prefix, sorts, sizes, size, filters, whose }
  const $query = atom<ListQuery<R>>(defaultQuery(rules))
  const { $view, refresh } = createAdminQuery<ListedPage<Row, R>>(
    [`list:${name}`, computed($query, (query) => JSON.stringify(query))],
    async (key) => {
      const query = JSON.parse(key) as ListQuery<R>
      const { page, limit, sort } = query
      return { ...(await read({ page, limit, sort, ...narrowingOf(query) } as PageQuery<R, S>)), query }
    },
  )
  return {
    name,
    rules,
    topics,
    $query,
    $page: $view,
    refresh,
    save: (options) => save(narrowingOf($query.get()), options),
  }
}
