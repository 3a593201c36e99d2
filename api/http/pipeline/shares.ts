/** Bounds on what one caller may run at once, so that the others find database connections. */

import type { Caller } from '#common/access-token'
import { networkOf } from '#common/network'
import { createSemaphore, type Semaphore } from '#common/semaphore'
import type { Endpoint } from '#contract/endpoint'
import { permissionOf } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { isRaw } from './responses.ts'

export interface Shares {
  /** Calls that use the pool for requests. */
  calls: Semaphore
  /** Files that are being sent. */
  exports: Semaphore
  /** Files that are being prepared, by all callers in one line: each has two at most, so that nobody is passed over. */
  preparing: Semaphore
}

/** Waiting calls of one caller: more than a screen of the panel makes, or a bulk of a script. */
const CALLS_WAITING = 64
const CALLS_RETRY_SECONDS = 2

/** Files one account is sent at once. */
const EXPORTS_AT_ONCE = 2
const EXPORTS_RETRY_SECONDS = 15

/** Files that are prepared at once, and those that wait for their turn. */
const PREPARED_AT_ONCE = 2
const PREPARING_WAITING = 200

/** Makes the shares of one process. `connections` is the size of the pool: one caller leaves one of them free. */
export const createShares = (connections: () => number): Shares => ({
  calls: createSemaphore({
    places: () => Math.max(1, connections() - 1),
    queue: CALLS_WAITING,
    rejection: () =>
      new Problem('rate_limited', 'Too many calls at once. Please wait a moment before trying again.', {
        retryAfter: CALLS_RETRY_SECONDS,
      }),
  }),
  exports: createSemaphore({
    places: () => EXPORTS_AT_ONCE,
    queue: 0,
    rejection: () =>
      new Problem(
        'rate_limited',
        'Two of your downloads are still running. Please wait until one has finished.',
        {
          retryAfter: EXPORTS_RETRY_SECONDS,
        },
      ),
  }),
  preparing: createSemaphore({
    places: () => PREPARED_AT_ONCE,
    queue: PREPARING_WAITING,
    rejection: () =>
      new Problem('unavailable', 'Many files are being prepared. Please try again in a moment.', {
        retryAfter: EXPORTS_RETRY_SECONDS,
      }),
  }),
})

/** The key of a caller's share: the account, or the network of an anonymous caller. */
export const sharerOf = (caller: Caller | undefined, address: string): string =>
  caller ? `${caller.role} ${caller.id}` : networkOf(address)

/** Classes whose calls wait in the queue for password hashes, see `modules/session/passwords.ts`. */
const HASHED: readonly Endpoint['limit'][] = ['sign_in', 'admin_sign_in', 'register', 'step_up']

/**
 * Whether the calls of an endpoint are counted: all of the panel, whose lists can be searched, and all writes. Other
 * reads are prepared, use an index, and cost less than counting them; files have a share and a pool of their own.
 */
export const isCounted = (endpoint: Endpoint): boolean =>
  (permissionOf(endpoint.access) !== undefined || endpoint.method !== 'GET') &&
  !isRaw(endpoint.response) &&
  !HASHED.includes(endpoint.limit)
