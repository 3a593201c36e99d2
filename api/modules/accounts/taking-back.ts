/** What an account needs that its owner takes back: a password that nobody knows, the email it had, and to stay open. */
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { uniqueViolation } from '#db/errors'
import { users } from '#db/schema/accounts'
import { recordAccountEvent } from '#modules/account-activity/activity'

/** No password has this hash: only a link for a new one opens the account. */
export const NO_PASSWORD = '!'

/**
 * The stored hash of a password that somebody else may know: it opens the account no more, and is kept so that the new
 * password can be another one, see {@link formerHash}.
 */
export const barredHash = (stored: AnyPgColumn): SQL<string> =>
  sql<string>`${NO_PASSWORD} || ltrim(${stored}, ${NO_PASSWORD})`

/** The hash of the password that an account has, or had until it was barred; empty when there was none. */
export const formerHash = (stored: string): string => stored.replace(/^!/, '')

/** Runs work that gives an account another email, or a former one. Throws `conflict` when an account has it. */
export async function withFreeEmail(work: () => Promise<void>): Promise<void> {
  try {
    await inTransaction(work)
  } catch (error) {
    if (!/^(users|admins)_email_unique$/.test(uniqueViolation(error) ?? '')) throw error
    throw new Problem('conflict', 'Another account uses this email address by now. Please contact support.')
  }
}

/**
 * Takes back the closing of an account, which somebody else may have asked for. In the surrounding transaction, which has
 * locked the account; returns whether it was being closed.
 */
export async function keepOpen(userId: number): Promise<boolean> {
  const kept = await database()
    .update(users)
    .set({ closes_at: null, closing_obstacle: '' })
    .where(and(eq(users.id, userId), isNotNull(users.closes_at)))
    .returning({ id: users.id })
  return kept.length > 0
}

/** Records that factors with these names were removed from an investor's account. */
export async function recordRemovals(
  userId: number,
  client: Parameters<typeof recordAccountEvent>[1],
  names: readonly string[],
): Promise<void> {
  for (const name of names) await recordAccountEvent(userId, client, { kind: 'factor_removed', detail: name })
}
