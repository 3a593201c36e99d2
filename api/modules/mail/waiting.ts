/** The mails of the outbox that are not sent and still have a text. */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { outbox } from '#db/schema/operations'
import { openContent } from './sealed-content.ts'

/** Most mails in one list. */
const MAX_LISTED = 200

const isWaiting = and(
  ne(outbox.status, 'sent'),
  ne(outbox.body, ''),
  sql`(${outbox.expires_at} is null or ${outbox.expires_at} > now())`,
)

/** The newest of them. */
export const listWaiting = () =>
  database().select().from(outbox).where(isWaiting).orderBy(desc(outbox.id)).limit(MAX_LISTED)

/** One of them, with what it says unless no key opens it; undefined for any other id. */
export async function findMail(id: number) {
  const [mail] = await database()
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isWaiting))
  return mail && { ...mail, content: openContent(mail) }
}
