/**
 * Whose a row is that names an address. A typed address proves nothing: a row is of the account that wrote it. What a
 * visitor wrote is of the account that has confirmed the address, and of nobody until one does.
 */
import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
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

/** Condition for the mails of an investor: about the account, and about what {@link isWrittenBy} selects. */
export const isMailOf = (userId: number): SQL | undefined =>
  or(
    eq(outbox.user_id, userId),
    and(
      isNull(outbox.user_id),
      isNull(outbox.admin_id),
      // Without a reference it is from before mails had owners, and may be another account's.
      ne(outbox.reference, ''),
      isConfirmedBy(outbox.recipient, userId),
    ),
  )
