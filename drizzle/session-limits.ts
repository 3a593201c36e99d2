/** Time limits for database statements and transactions, in milliseconds. */

/** For requests: after five seconds the caller has already received a 503 and a result is useless. */
export const requestTimeouts = {
  statement_timeout: 4_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

/** For reads of files sent in pieces: no one waits for a single statement. */
export const slowQueryTimeouts = { ...requestTimeouts, statement_timeout: 30_000 } as const

const LONGEST = 2_147_483_647

/** For long work, whatever is set for the role. The maximum value: the driver omits a zero. */
export const noTimeouts = { statement_timeout: LONGEST, lock_timeout: LONGEST } as const
