/**
 * Encrypts the content of emails with `MAIL_KEY`: their links open accounts, and more people read the
 * database and its backups than may use those. Sender, recipient and subject stay readable, and contain no
 * links.
 */
import { hkdfSync } from 'node:crypto'
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { createSealer, type Secrets } from '#common/sealer'
import { getService } from '#common/service-container'
import { database, inTransaction } from '#db/connection'
import { outbox } from '#db/schema/messaging/outbox'

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** The keys for email content: the first encrypts, the others were used for earlier emails. */
    mailKeys: Secrets
  }
}

/** The content of an email, as text and HTML, and where a POST request unsubscribes from its kind. */
export interface MailContent {
  body: string
  html: string
  /** Empty for emails without unsubscription. */
  unsubscribe: string
}

/** Why an email cannot be sent. The key may come back, so the email stays as it is. */
export const UNREADABLE = 'Its content cannot be decrypted because it was stored with a different MAIL_KEY.'

const BATCH = 200
const KEY_NAME_BYTES = 6

const sealer = createSealer('texts of mails', () => getService('mailKeys'))

/** The prefix of each encrypted text, which identifies those of earlier keys without decrypting them. */
const keyName = (): string =>
  Buffer.from(
    hkdfSync('sha256', getService('mailKeys')[0], new Uint8Array(), 'name of a key of mails', KEY_NAME_BYTES),
  ).toString('base64url')

/** Encrypts the content of an email; it can be decrypted for the same recipient only. */
export const sealContent = ({ body, html, unsubscribe }: MailContent, recipient: string): string =>
  `${keyName()}.${sealer.seal(JSON.stringify([body, html, unsubscribe]), recipient)}`

type Stored = Pick<typeof outbox.$inferSelect, 'body' | 'recipient'>

/** The content of an email; undefined if it is erased, or if no key fits. */
export function openContent({ body: stored, recipient }: Stored): MailContent | undefined {
  // Until the first start after the update that encrypts them, earlier emails are in plain text.
  const text = stored.startsWith('[')
    ? stored
    : sealer.open(stored.slice(stored.indexOf('.') + 1), recipient)?.bytes.toString('utf8')
  if (text === undefined) return undefined
  const [body, html, unsubscribe] = JSON.parse(text) as [string, string, string]
  return { body, html, unsubscribe }
}

/**
 * Encrypts a batch of emails that the current key has not encrypted. Returns the last id and the unreadable
 * ones.
 */
const sealBatch = (after: number) =>
  inTransaction(async () => {
    const rows = await database()
      .select()
      .from(outbox)
      .where(
        and(
          gt(outbox.id, after),
          ne(outbox.status, 'sent'),
          ne(outbox.body, ''),
          sql`not starts_with(${outbox.body}, ${`${keyName()}.`})`,
        ),
      )
      .orderBy(asc(outbox.id))
      .limit(BATCH)
      .for('no key update')
    let unreadable = 0
    for (const row of rows) {
      const content = openContent(row)
      if (!content) unreadable += 1
      await database()
        .update(outbox)
        .set(
          content
            ? { body: sealContent(content, row.recipient) }
            : { status: 'failed' as const, last_error: UNREADABLE },
        )
        .where(eq(outbox.id, row.id))
    }
    return { last: rows.at(-1)?.id, unreadable }
  })

/**
 * Encrypts stored emails that are in plain text or encrypted with an earlier key. Those that no key decrypts
 * are marked as failed.
 */
export async function sealStoredMails(log: Logger): Promise<void> {
  let unreadable = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const done = await sealBatch(after)
    unreadable += done.unreadable
    after = done.last
  }
  if (unreadable > 0) log.warn({ mails: unreadable }, `mails cannot be sent: ${UNREADABLE}`)
}
