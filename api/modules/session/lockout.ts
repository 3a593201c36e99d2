/**
 * Failures lock an account, counted in the database by all instances together. An attempt is
 * counted before its password is looked at and forgiven afterwards: parallel guesses cannot outrun it.
 */
import { Problem } from '#contract/problem'
import { lockouts } from '#db/schema/accounts'
import type { Role } from '#plugins/access-token'
import { createCounter, isOneTooMany } from '#plugins/database-counter'

/** Seconds: failures older than this are forgotten, and a lock lasts as long. */
const WINDOW = 15 * 60
/** The database counts in 32 bits. */
const MOST_FAILURES = 1_000_000

/** How an attempt ended; one of them is called once. */
interface Attempt {
  failed(): Promise<void>
  succeeded(): Promise<void>
  /** The password was never looked at. */
  withdrawn(): Promise<void>
}

export interface Lockout {
  /** Counts an attempt on an account, existing or not. Throws `locked`, or `unavailable` without the database. */
  begin(role: Role, name: string): Promise<Attempt>
}

/** Makes the lockout; `failures` within 15 minutes lock an account, at least one. */
export function createLockout(failures: number): Lockout {
  const points = Math.min(MOST_FAILURES, Math.max(1, Math.floor(failures)))
  const openCounter = createCounter({
    schema: lockouts,
    keyPrefix: 'lockout',
    points,
    duration: WINDOW,
    clearExpiredByTimeout: false,
  })

  return {
    async begin(role, name) {
      // Hashed: keys have one length, and addresses of people without an account are not kept.
      const key = new Bun.CryptoHasher('sha256').update(`${role}\n${name.toLowerCase()}`).digest('hex')
      const limiter = await openCounter()
      const state = await limiter.consume(key).catch((error: unknown) => {
        if (!isOneTooMany(error)) throw error
        throw new Problem(
          'locked',
          'Account temporarily locked due to failed attempts. Please wait before trying again.',
          { retryAfter: error.msBeforeNext / 1000 },
        )
      })
      return {
        async failed() {
          // From the last failure on, not from the first.
          if (state.consumedPoints >= points) await limiter.block(key, WINDOW)
        },
        async succeeded() {
          await limiter.delete(key)
        },
        async withdrawn() {
          await limiter.reward(key)
        },
      }
    },
  }
}
