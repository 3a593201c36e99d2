/**
 * Password hashes. A hash takes 19 MiB and a core for tens of milliseconds, which is its purpose; a
 * core is left for everybody else, so that a storm of sign-ins slows sign-ins only.
 */
import { availableParallelism } from 'node:os'
import { Problem } from '#contract/problem'
import { createGate } from './gate.ts'

/** Parameters of OWASP's password storage advice for argon2id: 19 MiB, two passes. */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Of a random text that was not kept, with our parameters: no password opens it, each takes as long as any. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$p4IzXJeyBrCDOae1Y1Xf6rt3XHiJo0SY9YNohsiFZfY$9KyRPWdbZWrgESi/fsXC+rFkyJnSuDt6RO7QDkgyng0'

const RETRY_SECONDS = 2

/** The longest queue is emptied within the longest wait, and both within the deadline of a request. */
const whenThereIsRoom = createGate({
  places: Math.max(1, availableParallelism() - 1),
  queue: 64,
  waitMs: 3_000,
  refuse: () =>
    new Problem('rate_limited', 'Rate limit exceeded. Please wait a moment before trying again.', {
      retryAfter: RETRY_SECONDS,
    }),
})

/** How many hashes are being made, and how many wait for a place. */
export const hashLoad = whenThereIsRoom.load

/** The hash to store of a password, in PHC form. Throws `rate_limited` when too many wait already. */
export const hashPassword = (password: string): Promise<string> =>
  whenThereIsRoom(() => Bun.password.hash(password, PARAMETERS))

/**
 * Whether `password` is the one of `hash`. Takes the same time when there is no hash, so that an
 * answer's time does not tell who has an account. Throws `rate_limited` when too many wait already.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const usable = hash?.startsWith('$argon2id$') ? hash : undefined
  const matches = await whenThereIsRoom(() => Bun.password.verify(password, usable ?? NOBODYS_HASH))
  return matches && usable !== undefined
}
