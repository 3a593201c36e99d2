/**
 * Whose a row is that names an address. A typed address proves nothing: a row is of the account that wrote it. What a
 * visitor wrote is of the account that has confirmed the address, and of nobody until one does.
 */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { database } from '#db/connection'
import { confirmedEmails } from '#db/schema/accounts'
import { outbox } from '#db/schema/operations'

interface WrittenRows {
  user_id: PgColumn
  email: PgColumn
}

const isConfirmedBy = (address: PgColumn, userId: number): SQL =>
  sql`lower(${address}) in (select confirmed_emails.email from confirmed_emails where confirmed_emails.user_id = ${userId})`

/** Condition for what an investor wrote to us, signed in or as a visitor under an address that the account has confirmed. */
export const isWrittenBy = ({ user_id, email }: WrittenRows, userId: number): SQL | undefined =>
  or(eq(user_id, userId), and(isNull(user_id), isConfirmedBy(email, userId)))

/** The accounts that have confirmed these addresses, by address in lower case. */
export async function findConfirmers(addresses: string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await database()
    .select({ email: confirmedEmails.email, user_id: confirmedEmails.user_id })
    .from(confirmedEmails)
    .where(
      inArray(
        confirmedEmails.email,
        addresses.map((address) => address.toLowerCase()),
      ),
    )
  return new Map(rows.map(({ email, user_id }) => [email, user_id]))
}

/**
 * Condition for the mails of an investor: about the account, and about what {@link isWrittenBy} selects. Each part is found
 * by an index of its own. A mail without a reference and an owner is from before mails had owners, and may be another
 * account's.
 */
export const isMailOf = (userId: number): SQL => sql`${outbox.id} in (
  select own.id from outbox as own where own.user_id = ${userId}
  union all select sent.id from confirmed_emails join outbox as sent on lower(sent.recipient) = confirmed_emails.email
  where confirmed_emails.user_id = ${userId} and sent.user_id is null and sent.admin_id is null and sent.reference <> '')`
