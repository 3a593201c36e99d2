/** Attempts to sign in or to confirm: counted by the lockout, one at a time per network and account. */
import { withDeadline } from '#common/request-deadline'
import { getService } from '#common/service-container'
import type { Attempt } from './lockout.ts'
import { verifyPassword, withHashSlot } from './passwords.ts'

interface AttemptOptions {
  /** False if a second factor follows: a correct password alone does not clear earlier failures. */
  isLast?: boolean
}

/**
 * Returns the result of `isRight`, counted by the lockout. Throws `locked`, and `rate_limited` if there was no free
 * slot for the attempt, which is not counted.
 */
export async function countAttempt(
  attempt: Attempt,
  isRight: () => Promise<boolean>,
  { isLast = true }: AttemptOptions = {},
): Promise<boolean> {
  const { lockout } = getService('sessions')
  // A locked account needs no slot.
  await lockout.check(attempt)
  const turn = { address: attempt.address, account: `${attempt.role} ${attempt.name.toLowerCase()}` }
  return withHashSlot(
    turn,
    async () => {
      // Others may have failed in the meantime. Each network has one attempt on an account in flight at a time, and all
      // networks together as many as there are slots: parallel guesses get at most that far beyond the lock. A hanging
      // database must not block the slot forever.
      await withDeadline(lockout.check(attempt))
      return isRight()
    },
    async (matches) => {
      if (!matches) await withDeadline(lockout.failed(attempt))
      else if (isLast) await withDeadline(lockout.succeeded(attempt))
    },
  )
}

/** Whether a password is correct, counted as an attempt. Takes the same time for an account that does not exist. */
export const verifyPasswordWithLockout = (
  attempt: Attempt,
  password: string,
  hash: string | undefined,
  options?: AttemptOptions,
): Promise<boolean> => countAttempt(attempt, () => verifyPassword(password, hash), options)
