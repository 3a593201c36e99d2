import type { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import { database } from '#db/connection'

type CounterOptions = Omit<ConstructorParameters<typeof RateLimiterDrizzle>[0], 'storeClient'>

/** Opens a counter in a database table, shared by all instances. */
export type OpenCounter = () => Promise<RateLimiterDrizzle>

/**
 * Describes a counter. The counting library, which supports a dozen other stores too, is loaded with the first count.
 */
export function createCounter(options: CounterOptions): OpenCounter {
  let opened: Promise<RateLimiterDrizzle> | undefined
  const open = async () => {
    const { RateLimiterDrizzle } = await import('rate-limiter-flexible')
    return new RateLimiterDrizzle({ storeClient: database(), ...options })
  }
  return () => {
    opened ??= open()
    return opened
  }
}

/** Whether a count failed because it is over the limit; any other error is a database failure. */
export const isOverLimit = (error: unknown): error is RateLimiterRes =>
  typeof error === 'object' && error !== null && 'msBeforeNext' in error
