import { ADMIN_PAGE_SIZE, BULK_MAX } from '#contract/admin'
import type { PanelEventName } from '#contract/admin-events'
import { createAdminQuery } from '#core/api/admin-api'
import type { DownloadOptions, DownloadOutcome } from '#core/api/download'
import { formatCount } from '#core/format/format'
import {
  createListOf,
  type List,
  type ListPage,
  type Narrowing,
  narrowingOf,
  type PageQuery,
} from '#core/list/list'
import type { FilterRules, ListRules } from '#core/list/url-state'

/** Page sizes, unless the list has its own. */
const PAGE_SIZES = [20, 50, 100, 200] as const

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

export interface PanelList<Row, R extends FilterRules> extends List<Row, R> {
  name: string
  topics: readonly PanelEventName[]
  /** Saves all rows that match the search terms and filters on screen as a file. */
  save: (options: SaveOptions) => Promise<DownloadOutcome>
  /** Reads as many rows around the page on screen as one bulk action may have, see {@link blockOf}. */
  readBlock: () => Promise<Row[]>
}

/** A page of a list. */
interface Place {
  page: number
  limit: number
}

/** Which block of `BULK_MAX` rows, from 1, a page begins in. */
export const blockOf = ({ page, limit }: Place): number => Math.floor(((page - 1) * limit) / BULK_MAX) + 1

/** What a block is called: 'all 1,954', '501 to 1,000 of 1,954'. */
export function nameBlock(place: Place, total: number): string {
  if (total <= BULK_MAX) return `all ${formatCount(total)}`
  const before = (blockOf(place) - 1) * BULK_MAX
  return `${formatCount(before + 1)} to ${formatCount(Math.min(total, before + BULK_MAX))} of ${formatCount(total)}`
}

/** The page that was typed, such as '12' or '4,000'; undefined when the list has no such page. */
export function readPageNumber(text: string, pages: number): number | undefined {
  const digits = text.replace(/[\s,]/g, '')
  const page = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  return page >= 1 && page <= pages ? page : undefined
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
}: ListOptions<Row, R, S>): PanelList<Row, R> {
  const rules: ListRules<R> = { prefix, sorts, sizes, size, filters, whose }
  const list = createListOf<Row, S, R>({ name, rules, createQuery: createAdminQuery, read })
  const readBlock = async () => {
    const query = list.$query.get()
    const { sort } = query
    const place = { page: blockOf(query), limit: BULK_MAX, sort }
    return (await read({ ...place, ...narrowingOf(query) } as PageQuery<R, S>)).rows
  }
  return {
    ...list,
    name,
    topics,
    save: (options) => save(narrowingOf(list.$query.get()), options),
    readBlock,
  }
}
