import { atom } from 'nanostores'
import { adminUsers, type UserListItem } from '#contract/people/admin-users'
import { callAdminApi } from '#core/api/admin-api'
import { formatFailureMessage } from '#core/api/error-messages'
import { formatFullName } from '#shared/full-name'

/** The fields of a selected user that screens need. */
export type PickedUser = Pick<
  UserListItem,
  'id' | 'first_name' | 'last_name' | 'email' | 'is_active' | 'is_verified'
>

/** Why no units can be transferred to a user; undefined if nothing prevents it. */
export function getTransferObstacle(user: PickedUser): string | undefined {
  if (!user.is_active)
    return `The account of ${formatFullName(user)} is inactive. Activate it under Users first`
  return user.is_verified ? undefined : `${formatFullName(user)} is not verified. Complete verification first`
}

/** The user id in a URL; undefined if invalid. */
export const parseUserId = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined

/**
 * The user with this id; undefined for a deleted one, whose transactions still exist. Queries the list, which is then
 * empty, because a browser logs a 404 as an error.
 */
export async function getUser(id: number): Promise<PickedUser | undefined> {
  const query = { id, limit: 1, page: 1, sort: 'last_name' as const, filter: 'all' as const }
  const { users } = await callAdminApi(adminUsers.list, { query })
  return users[0]
}

/** The result of a search. */
export type InvestorSearchState =
  | { status: 'idle' }
  /** Including those found for an earlier text. */
  | { status: 'searching'; users: PickedUser[] }
  | { status: 'found'; users: PickedUser[] }
  | { status: 'failed'; message: string }

/** Maximum number of users offered at once. */
const OFFERED = 8
const PAUSE_MS = 200

/** Searches users by name or email while typing; only the response to the last search is used. */
export function createInvestorSearch() {
  const $found = atom<InvestorSearchState>({ status: 'idle' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  async function ask(search: string): Promise<void> {
    asking?.abort()
    const own = new AbortController()
    asking = own
    try {
      const query = { search, limit: OFFERED, page: 1, sort: 'match' as const, filter: 'all' as const }
      const { users } = await callAdminApi(adminUsers.list, { query }, { signal: own.signal })
      if (!own.signal.aborted) $found.set({ status: 'found', users })
    } catch (error) {
      if (own.signal.aborted) return
      $found.set({ status: 'failed', message: formatFailureMessage('Failed to fetch users', error) })
    }
  }

  return {
    $found,
    /** Searches after a pause in typing. */
    search(text: string): void {
      clearTimeout(timer)
      const before = $found.get()
      $found.set({ status: 'searching', users: 'users' in before ? before.users : [] })
      timer = setTimeout(() => ask(text.trim()), PAUSE_MS)
    },
    stop(): void {
      clearTimeout(timer)
      asking?.abort()
      $found.set({ status: 'idle' })
    },
  }
}
