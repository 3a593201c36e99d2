/**
 * All investors who match a filter of the users list, as recipients. They are identified by the URL, so a reload keeps
 * them.
 */
import { BULK_ROWS_MAX } from '#contract/admin-endpoint'
import { adminUsers, userFilters } from '#contract/people/admin-users'
import { callAdminApi } from '#core/api/admin-api'

type UserFilter = (typeof userFilters)[number]

export interface RecipientGroup {
  filter: UserFilter
  search: string
}

/** Maximum number of investors in a group; larger audiences are reached by the announcement to all investors. */
export const GROUP_MAX = 20_000

/** Names of the URL parameters. */
const [FILTER, SEARCH] = ['to', 'match']

const isFilter = (word: string | null): word is UserFilter => userFilters.some((filter) => filter === word)

/** The group named in the URL; undefined if there is none. */
export function parseRecipientGroup(address: URLSearchParams): RecipientGroup | undefined {
  const filter = address.get(FILTER)
  return isFilter(filter) ? { filter, search: address.get(SEARCH) ?? '' } : undefined
}

/** The link to the composer with a group as recipients. */
export function getRecipientGroupUrl({ filter, search }: RecipientGroup): string {
  const address = new URLSearchParams({ d: 'notifications', [FILTER]: filter })
  if (search) address.set(SEARCH, search)
  return `?${address}`
}

/** The URL without a group. */
export function removeRecipientGroup(address: URLSearchParams): URLSearchParams {
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

/** `Unverified investors matching “lind”`. */
export const formatRecipientGroup = ({ filter, search }: RecipientGroup): string =>
  search ? `${words[filter]} matching “${search}”` : words[filter]

const readPage = ({ filter, search }: RecipientGroup, page: number, limit: number) =>
  callAdminApi(adminUsers.list, {
    query: { filter, search: search || undefined, page, limit, sort: 'created_at' },
  })

/** Number of matching investors. */
export const countGroupRecipients = async (group: RecipientGroup): Promise<number> =>
  (await readPage(group, 1, 1)).pagination.total

/** Maximum number of times the group is read if it changes while being read. */
const READINGS = 3

/**
 * The ids of a group's members who are not disabled, read page by page. Someone who leaves the group meanwhile moves
 * the others to earlier pages, so it is then read again, and the ids found are kept.
 */
export async function listRecipientIds(group: RecipientGroup): Promise<number[]> {
  const ids = new Set<number>()
  for (let reading = 1; reading <= READINGS; reading++) {
    const found = new Set<number>()
    let total = 0
    for (let page = 1; page === 1 || (page - 1) * BULK_ROWS_MAX < total; page++) {
      const { users, pagination } = await readPage(group, page, BULK_ROWS_MAX)
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
