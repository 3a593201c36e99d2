import type { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import { database } from '#db/connection'

type CounterOptions = Omit<ConstructorParameters<typeof RateLimiterDrizzle>[0], 'storeClient'>

/** Answers a counter in a table of the database, one for all instances together. */
export type OpenCounter = () => Promise<RateLimiterDrizzle>

/** Describes a counter. The library that counts, for a dozen other stores too, is loaded with the first count. */
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

/** Whether a count was refused for being one too many; all else is a failure of the database. */
export const isOverLimit = (error: unknown): error is RateLimiterRes =>
  typeof error === 'object' && error !== null && 'msBeforeNext' in error
