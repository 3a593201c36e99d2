import { atom } from 'nanostores'
import { adminUsers, type ListedUser } from '#contract/admin-users'
import { callAdmin } from '#core/api/admin-api'
import { describeFailure } from '#core/api/failures'

/** The fields of a chosen user that screens need. */
export type PickedUser = Pick<
  ListedUser,
  'id' | 'first_name' | 'last_name' | 'email' | 'is_active' | 'is_verified'
>

export const nameOf = ({ first_name, last_name }: Pick<PickedUser, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()

/** Why no units can be transferred to somebody; undefined when nothing stands against it. */
export function whyNoReceiver(user: PickedUser): string | undefined {
  if (!user.is_active) return `The account of ${nameOf(user)} is disabled. Enable it under Users first`
  return user.is_verified
    ? undefined
    : `${nameOf(user)} is not verified. Verify the account under Users first`
}

/** The user id in a URL; undefined when it is not a valid id. */
export const readUserId = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined

/**
 * The user with an id; undefined for a deleted one, whose transactions still exist. Queries the list, which is then
 * empty: a browser logs a 404 as an error.
 */
export async function readUser(id: number): Promise<PickedUser | undefined> {
  const query = { id, limit: 1, page: 1, sort: 'last_name' as const, filter: 'all' as const }
  const { users } = await callAdmin(adminUsers.list, { query })
  return users[0]
}

/** The result of a search. */
export type Found =
  | { status: 'idle' }
  /** With those that an earlier text has found. */
  | { status: 'searching'; users: PickedUser[] }
  | { status: 'found'; users: PickedUser[] }
  | { status: 'failed'; message: string }

/** Users offered at once. */
const OFFERED = 8
const PAUSE_MS = 200

/** A search for users by name or email while typing: only the response to the last search is used. */
export function createUserSearch() {
  const $found = atom<Found>({ status: 'idle' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined

  async function ask(search: string): Promise<void> {
    asking?.abort()
    const own = new AbortController()
    asking = own
    try {
      const query = { search, limit: OFFERED, page: 1, sort: 'match' as const, filter: 'all' as const }
      const { users } = await callAdmin(adminUsers.list, { query }, { signal: own.signal })
      if (!own.signal.aborted) $found.set({ status: 'found', users })
    } catch (error) {
      if (own.signal.aborted) return
      $found.set({ status: 'failed', message: describeFailure('Failed to fetch users', error) })
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
