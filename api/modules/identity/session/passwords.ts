/**
 * Password hashes. A hash deliberately takes 9 MiB and a core for tens of milliseconds; one core is reserved for other
 * work, so a storm of sign-ins slows only sign-ins.
 */
import { availableParallelism } from 'node:os'
import { listEnclosingNetworks } from '#common/client-network'
import { Problem } from '#contract/problem'
import { createFairSemaphore } from './fair-semaphore.ts'

/**
 * One of the settings that OWASP's password storage advice considers equally strong for argon2id: 9 MiB, four passes.
 * Less memory with more passes fits the cache better, and takes a sixth less time than 19 MiB and two.
 */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 9_216, timeCost: 4 } as const

/**
 * The hash of a random text that was not stored, with the same parameters: no password matches it, and each takes the
 * same time.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=9216,t=4,p=1$XNhjoXSh1jfNJnX//0Kq5Nda0rEVrlZN5MU696HY+zE$uZSBGIJbNMxmr4hXuxF9G5GgZnjoWJpl21bWvh/kMM0'

const RETRY_SECONDS = 2

/** The longest wait for a slot, in milliseconds: leaves time before the deadline of a request. */
export const HASH_WAIT_MAX_MS = 3_000

/**
 * With one core to spare, a hundred wait no longer than the maximum wait. Rejected callers wait first too: after an
 * immediate rejection they would retry and leave the others no chance.
 */
const hashSemaphore = createFairSemaphore({
  slots: Math.max(1, availableParallelism() - 1),
  queue: 1_000,
  queuePerCaller: 32,
  waitMs: HASH_WAIT_MAX_MS,
  rejection: () =>
    new Problem('rate_limited', 'Rate limit exceeded. Please wait a moment before trying again.', {
      retryAfter: RETRY_SECONDS,
    }),
})

/** Number of hashes running and queued. */
export const getHashLoad = hashSemaphore.load

/**
 * The caller and the account of a hash: networks take turns, and a caller hashes one password per account at a time.
 */
export interface HashRequest {
  address: string
  /** The account whose password is tried. */
  account?: string
}

/**
 * Runs `work`, which hashes a password, when a slot is free, and then `finish`, see `fair-semaphore.ts`. Throws
 * `rate_limited` if too many are queued.
 */
export const withHashSlot = <T>(
  { address, account }: HashRequest,
  work: () => Promise<T>,
  finish?: (result: T) => Promise<void>,
): Promise<T> => hashSemaphore({ networks: listEnclosingNetworks(address), about: account }, work, finish)

/** The hash to store for a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, PARAMETERS)

/**
 * Whether `password` matches `hash`. Takes the same time when there is no hash, so that response times do not reveal
 * whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const usable = hash?.startsWith('$argon2id$') ? hash : undefined
  const matches = await Bun.password.verify(password, usable ?? DUMMY_HASH)
  return matches && usable !== undefined
}
