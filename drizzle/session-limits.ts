/** Time limits of statements and transactions in the database. All in milliseconds. */

/** For requests: after five seconds the caller has got a 503 and a result is useless. */
export const sessionLimits = {
  statement_timeout: 4_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

/** For reads of files that are sent piece by piece: nobody waits for one statement of them. */
export const slowSessionLimits = { ...sessionLimits, statement_timeout: 30_000 } as const

const LONGEST = 2_147_483_647

/** For long work, whatever is set for the role. The longest possible: the driver leaves out a zero. */
export const noLimits = { statement_timeout: LONGEST, lock_timeout: LONGEST } as const
