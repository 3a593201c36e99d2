/** How long the database lets statements and transactions take. All in milliseconds. */

/** For whoever serves requests: an answer later than five seconds is none, as the caller gets 503 by then. */
export const sessionLimits = {
  statement_timeout: 4_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

const LONGEST = 2_147_483_647

/** For work that may take its time, whatever is set for the role. The longest there is: the driver leaves out a zero. */
export const noLimits = { statement_timeout: LONGEST, lock_timeout: LONGEST } as const
