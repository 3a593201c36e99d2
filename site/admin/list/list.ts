import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import { ADMIN_PAGE_SIZE, type AdminPagination } from '#contract/admin'
import { createAdminQuery } from '#core/admin-api'
import type { QueryView } from '#core/query-view'
import { defaultQuery, type FilterRules, type ListQuery, type ListRules } from './list-address.ts'

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

/** What the server is asked: empty filters and search words are left out. */
type Asked<R extends FilterRules, S extends string> = {
  page: number
  limit: number
  sort: S | `-${S}`
  search: string | undefined
} & {
  [Name in keyof R]: (R[Name] extends readonly (infer Word)[] ? Exclude<Word, ''> : string) | undefined
}

interface ListOptions<Row, R extends FilterRules, S extends string> {
  /** Names the list in the cache and in what is kept of its columns. */
  name: string
  /** Fields the server sorts by, as in the contract; the first is the default. */
  sorts: readonly [S | `-${S}`, ...S[]]
  filters?: R
  /** Rows a page has at first, and may have. */
  size?: number
  sizes?: readonly number[]
  /** Put before each name in the address, where one section has several lists. */
  prefix?: string
  read: (asked: Asked<R, S>) => Promise<ListPage<Row>>
}

export interface List<Row, R extends FilterRules> {
  name: string
  rules: ListRules<R>
  /** What the address asks for; `useList` sets it. */
  $query: WritableAtom<ListQuery<R>>
  $page: ReadableAtom<QueryView<ListedPage<Row, R>>>
  /** Reads the page on screen again: after a change. */
  refresh: () => void
}

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
 *     })
 */
export function createList<Row, S extends string, const R extends FilterRules = Record<never, never>>({
  name,
  sorts,
  filters = {} as R,
  size = ADMIN_PAGE_SIZE,
  sizes = PAGE_SIZES,
  prefix = '',
  read,
}: ListOptions<Row, R, S>): List<Row, R> {
  const rules: ListRules<R> = { prefix, sorts, sizes, size, filters }
  const $query = atom<ListQuery<R>>(defaultQuery(rules))
  const { $view, refresh } = createAdminQuery<ListedPage<Row, R>>(
    [`list:${name}`, computed($query, (query) => JSON.stringify(query))],
    async (key) => {
      const query = JSON.parse(key) as ListQuery<R>
      const named = Object.entries(query.filters).map(([filter, value]) => [filter, value || undefined])
      const { page, limit, sort, search } = query
      const asked = { page, limit, sort, search: search || undefined, ...Object.fromEntries(named) }
      return { ...(await read(asked as Asked<R, S>)), query }
    },
  )
  return { name, rules, $query, $page: $view, refresh }
}
