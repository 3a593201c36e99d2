/** All investors who match a filter of the users list, as recipients. They are named by the URL, so a reload keeps them. */
import { BULK_MAX } from '#contract/admin'
import { adminUsers, userFilters } from '#contract/admin-users'
import { callAdmin } from '#core/api/admin-api'

type UserFilter = (typeof userFilters)[number]

export interface Group {
  filter: UserFilter
  search: string
}

/** Most investors of a group: more are reached by the announcement to everybody. */
export const GROUP_MAX = 20_000

/** Names of the parameters in the URL. */
const [FILTER, SEARCH] = ['to', 'match']

const isFilter = (word: string | null): word is UserFilter => userFilters.some((filter) => filter === word)

/** The group that the URL names; undefined when it names none. */
export function readGroup(address: URLSearchParams): Group | undefined {
  const filter = address.get(FILTER)
  return isFilter(filter) ? { filter, search: address.get(SEARCH) ?? '' } : undefined
}

/** The link to the composer with a group as its recipients. */
export function linkToGroup({ filter, search }: Group): string {
  const address = new URLSearchParams({ d: 'notifications', [FILTER]: filter })
  if (search) address.set(SEARCH, search)
  return `?${address}`
}

/** The URL without a group. */
export function withoutGroup(address: URLSearchParams): URLSearchParams {
  const other = new URLSearchParams(address)
  other.delete(FILTER)
  other.delete(SEARCH)
  return other
}

const words: Record<UserFilter, string> = {
  all: 'All investors',
  active: 'Active investors',
  inactive: 'Inactive investors',
  verified: 'Verified investors',
  unverified: 'Unverified investors',
}

/** `Unverified investors who match “lind”`. */
export const nameGroup = ({ filter, search }: Group): string =>
  search ? `${words[filter]} who match “${search}”` : words[filter]

const readPage = ({ filter, search }: Group, page: number, limit: number) =>
  callAdmin(adminUsers.list, {
    query: { filter, search: search || undefined, page, limit, sort: 'created_at' },
  })

/** How many match. */
export const countGroup = async (group: Group): Promise<number> =>
  (await readPage(group, 1, 1)).pagination.total

/** Times that the group is read at most, where it changes while it is read. */
const READINGS = 3

/**
 * The ids of those in a group who are not disabled, read page by page. Somebody who leaves it meanwhile moves the others to earlier pages: it is then
 * read once more, and what was found is kept.
 */
export async function readGroupIds(group: Group): Promise<number[]> {
  const ids = new Set<number>()
  for (let reading = 1; reading <= READINGS; reading++) {
    const found = new Set<number>()
    let total = 0
    for (let page = 1; page === 1 || (page - 1) * BULK_MAX < total; page++) {
      const { users, pagination } = await readPage(group, page, BULK_MAX)
      total = pagination.total
      if (total > GROUP_MAX) throw new Error('Too many investors match')
      for (const { id, is_active } of users) {
        found.add(id)
        if (is_active) ids.add(id)
      }
    }
    if (found.size >= total) break
  }
  return [...ids]
}
