/**
 * Password hashes. A hash takes 9 MiB and a core for tens of milliseconds, which is its purpose; a
 * core is left for everybody else, so that a storm of sign-ins slows sign-ins only.
 */
import { availableParallelism } from 'node:os'
import { networksAround } from '#common/network'
import { Problem } from '#contract/problem'
import { createSemaphore } from './gate.ts'

/**
 * Of the settings that OWASP's password storage advice calls equal in defence for argon2id: 9 MiB, four passes.
 * Less memory for more passes stays nearer to the core, and takes a sixth less of its time than 19 MiB and two.
 */
const PARAMETERS = { algorithm: 'argon2id', memoryCost: 9_216, timeCost: 4 } as const

/** Of a random text that was not kept, with our parameters: no password opens it, each takes as long as any. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=9216,t=4,p=1$XNhjoXSh1jfNJnX//0Kq5Nda0rEVrlZN5MU696HY+zE$uZSBGIJbNMxmr4hXuxF9G5GgZnjoWJpl21bWvh/kMM0'

const RETRY_SECONDS = 2

/**
 * With one core to spare, a hundred wait no longer than the longest wait, which leaves time before the deadline of a
 * request. Who finds no place waits all the same before being refused: callers who are refused at once are back at
 * once, and leave the others no chance.
 */
const hashSemaphore = createSemaphore({
  places: Math.max(1, availableParallelism() - 1),
  queue: 1_000,
  queuePerCaller: 32,
  waitMs: 3_000,
  refuse: () =>
    new Problem('rate_limited', 'Rate limit exceeded. Please wait a moment before trying again.', {
      retryAfter: RETRY_SECONDS,
    }),
})

/** How many hashes are being made, and how many wait for a place. */
export const hashLoad = hashSemaphore.load

/** For whom a password is hashed: networks take turns, and one of a caller for an account is hashed at a time. */
export interface Hasher {
  address: string
  /** Whose password is tried. */
  account?: string
}

/**
 * Runs `work`, which hashes a password, when it is its turn, and then `finish`, see `gate.ts`. Throws `rate_limited`
 * when too many wait already.
 */
export const withHashSlot = <T>(
  { address, account }: Hasher,
  work: () => Promise<T>,
  finish?: (result: T) => Promise<void>,
): Promise<T> => hashSemaphore({ networks: networksAround(address), about: account }, work, finish)

/** The hash to store of a password, in PHC form. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, PARAMETERS)

/**
 * Whether `password` is the one of `hash`. Takes the same time when there is no hash, so that an
 * answer's time does not tell who has an account.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const usable = hash?.startsWith('$argon2id$') ? hash : undefined
  const matches = await Bun.password.verify(password, usable ?? NOBODYS_HASH)
  return matches && usable !== undefined
}
