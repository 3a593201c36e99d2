import { ADMIN_PAGE_SIZE, BULK_ROWS_MAX } from '#contract/admin-endpoint'
import type { AdminEventName } from '#contract/platform/admin-events'
import { createAdminQuery } from '#core/api/admin-api'
import type { DownloadOptions, DownloadOutcome } from '#core/api/download'
import { formatCount } from '#core/format/format'
import {
  createListStore,
  getListFilters,
  type List,
  type ListFilters,
  type ListPage,
  type PageQuery,
} from '#core/list/list'
import type { FilterRules, ListRules } from '#core/list/url-state'

/** Page sizes, unless the list defines its own. */
const PAGE_SIZES = [20, 50, 100, 200] as const

/** `onProgress` receives the progress of a file; `signal` aborts it. */
export type SaveOptions = Pick<DownloadOptions, 'onProgress' | 'signal'>

interface ListOptions<Row, R extends FilterRules, S extends string> {
  /** Cache key of the list, also used for the stored choice of columns. */
  name: string
  /** Fields the server sorts by, as in the contract; the first is the default. */
  sorts: readonly [S | `-${S}`, ...S[]]
  filters?: R
  /** The filter that identifies the list's owner, if it has one. */
  whose?: keyof R & string
  /** Default page size and available sizes. */
  size?: number
  sizes?: readonly number[]
  /** The events after which the list is refetched. */
  topics?: readonly AdminEventName[]
  /** Prefix of each URL parameter, for sections with several lists. */
  prefix?: string
  read: (query: PageQuery<R, S>) => Promise<ListPage<Row>>
  /** Saves all matching rows as a file. */
  save: (query: ListFilters<R>, options: SaveOptions) => Promise<DownloadOutcome>
}

export interface AdminList<Row, R extends FilterRules> extends List<Row, R> {
  name: string
  topics: readonly AdminEventName[]
  /** Saves all rows that match the current search terms and filters as a file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
  /** Loads as many rows around the current page as one bulk action may cover, see {@link getBlockNumber}. */
  readBlock: () => Promise<Row[]>
}

/** A page of a list. */
interface Place {
  page: number
  limit: number
}

/** The 1-based block of `BULK_ROWS_MAX` rows in which a page begins. */
export const getBlockNumber = ({ page, limit }: Place): number =>
  Math.floor(((page - 1) * limit) / BULK_ROWS_MAX) + 1

/** A block's label: 'all 1,954', '501 to 1,000 of 1,954'. */
export function formatBlockLabel(place: Place, total: number): string {
  if (total <= BULK_ROWS_MAX) return `all ${formatCount(total)}`
  const before = (getBlockNumber(place) - 1) * BULK_ROWS_MAX
  return `${formatCount(before + 1)} to ${formatCount(Math.min(total, before + BULK_ROWS_MAX))} of ${formatCount(total)}`
}

/** The typed page number, such as '12' or '4,000'; undefined if the list has no such page. */
export function parsePageNumber(text: string, pages: number): number | undefined {
  const digits = text.replace(/[\s,]/g, '')
  const page = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  return page >= 1 && page <= pages ? page : undefined
}

/** The page of an empty list. */
export const emptyPage = { rows: [], pagination: { page: 1, limit: ADMIN_PAGE_SIZE, pages: 1, total: 0 } }

/**
 * A panel list, paged by the server and bound to the URL by `useAdminList`. Create it once, at module level:
 *
 *     export const userList = createAdminList({
 *       name: 'users',
 *       sorts: ['-created_at', 'email'],
 *       filters: { filter: ['all', 'active', 'inactive'] },
 *       read: async (query) => {
 *         const { users, pagination } = await callAdminApi(adminUsers.list, { query })
 *         return { rows: users, pagination }
 *       },
 *       save: (query, options) =>
 *         downloadAdminFile(adminUsers.exportCsv, { query }, { ...options, name: 'users.csv' }),
 *     })
 */
export function createAdminList<Row, S extends string, const R extends FilterRules = Record<never, never>>({
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
}: ListOptions<Row, R, S>): AdminList<Row, R> {
  const rules: ListRules<R> = { prefix, sorts, sizes, size, filters, whose }
  const list = createListStore<Row, S, R>({ name, rules, createQuery: createAdminQuery, read })
  const readBlock = async () => {
    const query = list.$query.get()
    const { sort } = query
    const place = { page: getBlockNumber(query), limit: BULK_ROWS_MAX, sort }
    return (await read({ ...place, ...getListFilters(query) } as PageQuery<R, S>)).rows
  }
  return {
    ...list,
    name,
    topics,
    save: (options) => save(getListFilters(list.$query.get()), options),
    readBlock,
  }
}
