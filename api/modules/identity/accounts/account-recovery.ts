/**
 * What an account needs when its owner recovers it: a password that no one knows, its former email, and to
 * stay open.
 */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getUniqueViolation } from '#db/errors'
import { users } from '#db/schema/identity/accounts'
import { recordAccountEvent } from '#modules/identity/account-activity/account-events'

/** No password has this hash: only a link for a new one opens the account. */
export const UNUSABLE_PASSWORD_HASH = '!'

/**
 * The stored hash of a password that someone else may know. It no longer opens the account, and is kept so
 * that the new password must differ, see {@link getPreviousPasswordHash}.
 */
export const disabledPasswordHash = (stored: AnyPgColumn): SQL<string> =>
  sql<string>`${UNUSABLE_PASSWORD_HASH} || ltrim(${stored}, ${UNUSABLE_PASSWORD_HASH})`

/** The hash of the password that an account has, or had until it was barred; empty if there was none. */
export const getPreviousPasswordHash = (stored: string): string => stored.replace(/^!/, '')

/** Runs work that gives an account a new or a former email. Throws `conflict` if another account has it. */
export async function withUniqueEmail(work: () => Promise<void>): Promise<void> {
  try {
    await inTransaction(work)
  } catch (error) {
    if (!/^(users|admins)_email_unique$/.test(getUniqueViolation(error) ?? '')) throw error
    throw new Problem(
      'conflict',
      'This email address is now used by another account. Please contact support.',
    )
  }
}

/**
 * Cancels the closing of an account, which someone else may have requested. The surrounding transaction has
 * locked the account. Returns whether it was being closed.
 */
export async function cancelPendingClosure(userId: number): Promise<boolean> {
  const kept = await database()
    .update(users)
    .set({ closes_at: null, closing_obstacle: '' })
    .where(and(eq(users.id, userId), isNotNull(users.closes_at)))
    .returning({ id: users.id })
  return kept.length > 0
}

/** Records that factors with these names were removed from an investor's account. */
export async function recordFactorRemovals(
  userId: number,
  client: Parameters<typeof recordAccountEvent>[1],
  names: readonly string[],
): Promise<void> {
  for (const name of names) await recordAccountEvent(userId, client, { kind: 'factor_removed', detail: name })
}
