/** The emails of the outbox that have not been sent and still have a text. */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { database } from '#db/connection'
import { outbox } from '#db/schema/messaging/outbox'
import { openContent } from './sealed-content.ts'

/** Most emails in one list. */
const MAX_LISTED = 200

const isWaiting = and(
  ne(outbox.status, 'sent'),
  ne(outbox.body, ''),
  sql`(${outbox.expires_at} is null or ${outbox.expires_at} > now())`,
)

/** The newest of these. */
export const listPendingEmails = () =>
  database().select().from(outbox).where(isWaiting).orderBy(desc(outbox.id)).limit(MAX_LISTED)

/** One of these, with its content unless no key decrypts it; undefined for any other id. */
export async function findPendingEmail(id: number) {
  const [mail] = await database()
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, id), isWaiting))
  return mail && { ...mail, content: openContent(mail) }
}
