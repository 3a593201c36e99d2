import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { ADMIN_PAGE_SIZE, type AdminPagination } from '#contract/admin'
import type { PanelEventName } from '#contract/admin-events'
import { createAdminQuery } from '#core/api/admin-api'
import type { DownloadOptions, DownloadOutcome } from '#core/api/download'
import type { Remote } from '#core/query/remote'
import { defaultQuery, type FilterRules, type ListQuery, type ListRules } from './url-state.ts'

/** Rows a page may have, unless the list says otherwise. */
const PAGE_SIZES = [20, 50, 100, 200] as const

interface ListPage<Row> {
  rows: Row[]
  pagination: AdminPagination
}

/** A page with the query it answers to: while another is being asked for, it is still on screen. */
export interface ListedPage<Row, R extends FilterRules> extends ListPage<Row> {
  query: ListQuery<R>
}

/** What narrows the list: empty filters and search words are left out. */
type Narrowing<R extends FilterRules> = { search: string | undefined } & {
  [Name in keyof R]: (R[Name] extends readonly (infer Word)[] ? Exclude<Word, ''> : string) | undefined
}

/** What the server is asked for a page. */
type Asked<R extends FilterRules, S extends string> = Narrowing<R> & {
  page: number
  limit: number
  sort: S | `-${S}`
}

/** How far a file is goes to `onProgress`; `signal` ends it. */
export type SaveOptions = Pick<DownloadOptions, 'onProgress' | 'signal'>

interface ListOptions<Row, R extends FilterRules, S extends string> {
  /** Names the list in the cache and in what is kept of its columns. */
  name: string
  /** Fields the server sorts by, as in the contract; the first is the default. */
  sorts: readonly [S | `-${S}`, ...S[]]
  filters?: R
  /** The filter that says whose list it is, where it is somebody's. */
  whose?: keyof R & string
  /** Rows a page has at first, and may have. */
  size?: number
  sizes?: readonly number[]
  /** What the server announces when rows of the list have changed: it is fetched again then. */
  topics?: readonly PanelEventName[]
  /** Put before each name in the address, where one section has several lists. */
  prefix?: string
  read: (asked: Asked<R, S>) => Promise<ListPage<Row>>
  /** Saves all that match as a file. */
  save: (asked: Narrowing<R>, options: SaveOptions) => Promise<DownloadOutcome>
}

export interface List<Row, R extends FilterRules> {
  name: string
  rules: ListRules<R>
  topics: readonly PanelEventName[]
  /** What the address asks for; `useList` sets it. */
  $query: WritableAtom<ListQuery<R>>
  $page: ReadableAtom<Remote<ListedPage<Row, R>>>
  /** Reads the page on screen again: after a change. Resolves when it is there, or could not be read. */
  refresh: () => Promise<void>
  /** Saves all that match the search words and filters on screen as a file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
}

function narrowingOf<R extends FilterRules>({ search, filters }: ListQuery<R>): Narrowing<R> {
  const named = Object.entries(filters).map(([filter, value]) => [filter, value || undefined])
  return { search: search || undefined, ...Object.fromEntries(named) } as Narrowing<R>
}

/** The page of a list that has no rows. */
export const emptyPage = { rows: [], pagination: { page: 1, limit: ADMIN_PAGE_SIZE, pages: 1, total: 0 } }

/**
 * A list of the panel, paged by the server and bound to the address by `useList`. Made once, in a module:
 *
 *     export const userList = createList({
 *       name: 'users',
 *       sorts: ['-created_at', 'email'],
 *       filters: { filter: ['all', 'active', 'inactive'] },
 *       read: async (asked) => {
 *         const { users, pagination } = await callAdmin(adminUsers.list, { query: asked })
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
      return { ...(await read({ page, limit, sort, ...narrowingOf(query) } as Asked<R, S>)), query }
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
