/** What an account needs that its owner takes back: a password that nobody knows, and the email it had. */
import { Problem } from '#contract/problem'
import { inTransaction } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { recordAccountEvent } from '#modules/account-activity/activity'

/** No password has this hash: only a link for a new one opens the account. */
export const NO_PASSWORD = '!'

/** Runs work that gives an account another email, or a former one. Throws `conflict` when an account has it. */
export async function withFreeEmail(work: () => Promise<void>): Promise<void> {
  try {
    await inTransaction(work)
  } catch (error) {
    if (!/^(users|admins)_email_unique$/.test(uniqueViolation(error) ?? '')) throw error
    throw new Problem('conflict', 'Another account uses this email address by now. Please contact support.')
  }
}

/** Records that factors with these names were removed from an investor's account. */
export async function recordRemovals(
  userId: number,
  client: Parameters<typeof recordAccountEvent>[1],
  names: readonly string[],
): Promise<void> {
  for (const name of names) await recordAccountEvent(userId, client, { kind: 'factor_removed', detail: name })
}
