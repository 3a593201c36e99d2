/**
 * Who owns a row that contains an address. A typed address proves nothing: a row belongs to the account that
 * wrote it. What a visitor wrote belongs to the account that has confirmed the address, and to no one until
 * then.
 */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { outbox } from '#db/schema/messaging/outbox'

interface WrittenRows {
  user_id: PgColumn
  email: PgColumn
}

const isConfirmedBy = (address: PgColumn, userId: number): SQL =>
  sql`lower(${address}) in (select confirmed_emails.email from confirmed_emails where confirmed_emails.user_id = ${userId})`

/**
 * Condition for what an investor wrote to us, signed in or as a visitor under an address that the account has
 * confirmed.
 */
export const isWrittenBy = ({ user_id, email }: WrittenRows, userId: number): SQL | undefined =>
  or(eq(user_id, userId), and(isNull(user_id), isConfirmedBy(email, userId)))

/**
 * Condition for the emails of an investor: about the account, and about what {@link isWrittenBy} selects.
 * Each part has an index of its own. An email without a reference and an owner predates owners, and may be
 * another account's.
 */
export const isEmailOf = (userId: number): SQL => sql`${outbox.id} in (
  select own.id from outbox as own where own.user_id = ${userId}
  union all select sent.id from confirmed_emails join outbox as sent on lower(sent.recipient) = confirmed_emails.email
  where confirmed_emails.user_id = ${userId} and sent.user_id is null and sent.admin_id is null and sent.reference <> '')`
