/** Limits on what one caller may run at once, so that others still get database connections. */

import type { Caller } from '#common/access-token'
import { createSemaphore, type Semaphore } from '#common/caller-semaphore'
import { getCallerNetwork } from '#common/client-network'
import type { Endpoint } from '#contract/endpoint'
import { getRequiredPermission } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { isBinaryResponse } from './responses.ts'

export interface ConcurrencyLimits {
  /** Calls that use the pool for requests. */
  calls: Semaphore
  /** Files being sent. */
  exports: Semaphore
  /** Files being prepared, in one queue for all callers: each has at most two, so that everyone gets a turn. */
  preparing: Semaphore
}

/** Queued calls of one caller: more than a screen of the panel makes, or a script's bulk run. */
const CALLS_WAITING = 64
const CALLS_RETRY_SECONDS = 2

/** Files sent to one account at once. */
const EXPORTS_AT_ONCE = 2
const EXPORTS_RETRY_SECONDS = 15

/** Files prepared at once, and files in the queue. */
const PREPARED_AT_ONCE = 2
const PREPARING_WAITING = 200

/** Creates the shares for one process. `connections` is the size of the pool: one caller always leaves one free. */
export const createConcurrencyLimits = (connections: () => number): ConcurrencyLimits => ({
  calls: createSemaphore({
    places: () => Math.max(1, connections() - 1),
    queue: CALLS_WAITING,
    rejection: () =>
      new Problem('rate_limited', 'Too many requests at once. Please wait a moment before trying again.', {
        retryAfter: CALLS_RETRY_SECONDS,
      }),
  }),
  exports: createSemaphore({
    places: () => EXPORTS_AT_ONCE,
    queue: 0,
    rejection: () =>
      new Problem(
        'rate_limited',
        'Two of your downloads are still in progress. Please wait until one has finished.',
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
export const getConcurrencyKey = (caller: Caller | undefined, address: string): string =>
  caller ? `${caller.role} ${caller.id}` : getCallerNetwork(address)

/** Classes whose calls go through the queue for password hashes, see `modules/identity/session/passwords.ts`. */
const HASHED: readonly Endpoint['limit'][] = ['sign_in', 'admin_sign_in', 'register', 'step_up']

/**
 * Whether the calls of an endpoint are counted: all of the panel, whose lists can be searched, and all writes. Other
 * reads are prepared, use an index and cost less than counting them; files have their own share and pool.
 */
export const isConcurrencyLimited = (endpoint: Endpoint): boolean =>
  (getRequiredPermission(endpoint.access) !== undefined || endpoint.method !== 'GET') &&
  !isBinaryResponse(endpoint.response) &&
  !HASHED.includes(endpoint.limit)
