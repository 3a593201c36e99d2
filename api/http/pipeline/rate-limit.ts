/**
 * Rate limits per caller, counted in the database so that all instances count together.
 *
 * Classes that guard something costly or open to abuse query the database on every call and reject the call when the
 * database fails. For the general and page classes, that would double the cost of a cached read: they count in memory,
 * add their counts to the database once a second and read back the counts of other instances.
 */

import type { Caller } from '#common/access-token'
import { listNetworks, type RateLimitedNetwork } from '#common/client-network'
import { unavailableProblem } from '#common/database-problems'
import type { RateLimitClass } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { rateLimits } from '#db/schema/platform/rate-limits'
import { createCounter, isOverLimit, type OpenCounter } from './rate-limit-counter.ts'

interface Limit {
  points: number
  /** Length of the window in seconds. */
  duration: number
}

/** Files of the built site have a separate class: a browser requests some thirty to show a page. */
type CountedClass = RateLimitClass | 'page'

/**
 * What each class allows one caller: an IPv4 address or an IPv6 /64 (`client-network.ts`), or an account for `export`
 * and `evidence`. These are fixed decisions; configuration only scales them.
 */
export const rateLimitRules: Record<CountedClass, Limit> = {
  general: { points: 600, duration: 60 },
  page: { points: 6000, duration: 60 },
  support_form: { points: 20, duration: 3600 },
  page_vote: { points: 60, duration: 3600 },
  sign_in: { points: 20, duration: 900 },
  admin_sign_in: { points: 10, duration: 900 },
  register: { points: 10, duration: 3600 },
  link_request: { points: 20, duration: 3600 },
  link_use: { points: 30, duration: 900 },
  step_up: { points: 20, duration: 900 },
  export: { points: 30, duration: 3600 },
  evidence: { points: 60, duration: 3600 },
}

/** Classes that are counted per account. */
type AccountClass = 'export' | 'evidence'

/**
 * Whether calls of a class count towards the account once it is admitted: behind a shared address, callers without an
 * account could otherwise use up the limit of the others. Until then they count as `general`.
 */
export const isLimitedPerAccount = (limit: RateLimitClass): limit is AccountClass =>
  limit === 'export' || limit === 'evidence'

const FLUSH_MS = 1_000
/** Maximum callers in memory; beyond it the oldest window is evicted first. */
const MAX_CALLERS = 100_000

interface Window {
  /** The end of the window shared by all instances, once read. Milliseconds since 1970. */
  endsAt: number
  /** Counted here and not yet added to the database. */
  pending: number
  /** The count of all instances at the last read. */
  shared: number
}

const rejection = (seconds: number): Problem =>
  new Problem('rate_limited', 'Rate limit exceeded. Please wait a moment before trying again.', {
    retryAfter: seconds,
  })

export interface RateLimiter {
  /**
   * Counts one call by its caller's networks; throws `rate_limited` if it is one too many. Synchronous for `general`
   * and `page`.
   */
  consume(limit: 'general' | 'page', address: string): void
  consume(limit: Exclude<CountedClass, AccountClass>, address: string): void | Promise<void>
  /** Counts one call of an account; throws `rate_limited` if it is one too many. */
  consumeByAccount(limit: AccountClass, account: Pick<Caller, 'role' | 'id'>): Promise<void>
  close(): void
}

/** Creates the limiter. `scale` multiplies all limits. */
export function createRateLimiter(scale: number): RateLimiter {
  const allowed = (limit: CountedClass, factor = 1): number =>
    Math.max(1, Math.floor(rateLimitRules[limit].points * scale)) * factor
  const inMemory = { general: new Map<string, Window>(), page: new Map<string, Window>() }
  type InMemory = keyof typeof inMemory
  const counters = new Map<string, OpenCounter>()

  const openCounter = (limit: CountedClass, factor = 1) => {
    const name = `${limit} ${factor}`
    let open = counters.get(name)
    if (!open) {
      open = createCounter({
        schema: rateLimits,
        keyPrefix: limit,
        points: allowed(limit, factor),
        duration: rateLimitRules[limit].duration,
        // One of the counters sweeps the table for all of them.
        clearExpiredByTimeout: limit === 'general',
      })
      counters.set(name, open)
    }
    return open()
  }

  async function flush(limit: InMemory): Promise<void> {
    const windows = inMemory[limit]
    if (windows.size === 0) return
    const now = Date.now()
    for (const [network, window] of windows) {
      if (window.endsAt <= now) windows.delete(network)
    }
    const limiter = await openCounter(limit)
    const changed = [...windows].filter(([, window]) => window.pending > 0).slice(0, 500)
    for (const [network, window] of changed) {
      const adding = window.pending
      window.pending = 0
      window.shared += adding
      try {
        const state = await limiter.penalty(network, adding)
        window.shared = state.consumedPoints
        // Otherwise calls counted before the local window began would count until its end.
        window.endsAt = Date.now() + state.msBeforeNext
      } catch {
        // Public reads stay available: without the database each instance counts alone.
      }
    }
  }

  let flushing = false
  const timer = setInterval(() => {
    if (flushing) return
    flushing = true
    Promise.allSettled([flush('general'), flush('page')]).finally(() => {
      flushing = false
    })
  }, FLUSH_MS)
  timer.unref()

  function countInMemory(limit: InMemory, { name, factor }: RateLimitedNetwork): void {
    const windows = inMemory[limit]
    const now = Date.now()
    let window = windows.get(name)
    if (!window || window.endsAt <= now) {
      const oldest = windows.size >= MAX_CALLERS ? windows.keys().next().value : undefined
      if (oldest !== undefined) windows.delete(oldest)
      window = { endsAt: now + rateLimitRules[limit].duration * 1000, pending: 0, shared: 0 }
      windows.set(name, window)
    }
    window.pending += 1
    if (window.shared + window.pending > allowed(limit, factor)) {
      throw rejection((window.endsAt - now) / 1000)
    }
  }

  function consumeInMemory(limit: InMemory, address: string): void {
    for (const network of listNetworks(address)) countInMemory(limit, network)
  }

  async function consumeStrict(limit: CountedClass, networks: RateLimitedNetwork[]): Promise<void> {
    try {
      // In order: a call over its caller's limit does not count against the wider network.
      for (const { name, factor } of networks) {
        await (await openCounter(limit, factor)).consume(name)
      }
    } catch (error) {
      if (isOverLimit(error)) throw rejection(error.msBeforeNext / 1000)
      throw unavailableProblem(error)
    }
  }

  function consume(limit: InMemory, address: string): void
  function consume(limit: CountedClass, address: string): void | Promise<void>
  function consume(limit: CountedClass, address: string): void | Promise<void> {
    return limit === 'general' || limit === 'page'
      ? consumeInMemory(limit, address)
      : consumeStrict(limit, listNetworks(address))
  }

  return {
    consume,
    consumeByAccount: (limit, { role, id }) => consumeStrict(limit, [{ name: `${role} ${id}`, factor: 1 }]),
    close: () => clearInterval(timer),
  }
}
