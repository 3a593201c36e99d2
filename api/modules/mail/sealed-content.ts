/**
 * What a mail says is stored encrypted by `MAIL_KEY`: its links open accounts, and the database and its backups are
 * read by more people than those who may. Sender, recipient and subject stay readable, and have no links.
 */
import { hkdfSync } from 'node:crypto'
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Logger } from '#common/log'
import { partOf } from '#common/process-state'
import { createSealer, type Secrets } from '#common/sealer'
import { database, inTransaction } from '#db/connection'
import { outbox } from '#db/schema/operations'

declare module '#common/process-state' {
  interface ProcessState {
    /** Encrypt what mails say: the first encrypts, the others encrypted earlier mails. */
    mailKeys: Secrets
  }
}

/** What a mail says, as text and as HTML, and where one POST stops mails of its kind. */
export interface MailContent {
  body: string
  html: string
  /** Empty for mails that cannot be stopped. */
  unsubscribe: string
}

/** Why a mail cannot be sent. The key may come back: the mail stays as it is. */
export const UNREADABLE = 'Its text cannot be decrypted: MAIL_KEY is not the one it was stored with.'

const BATCH = 200
const KEY_NAME_BYTES = 6

const sealer = createSealer('texts of mails', () => partOf('mailKeys'))

/** Begins each sealed text, so that those of earlier keys are found without opening them. */
const keyName = (): string =>
  Buffer.from(
    hkdfSync('sha256', partOf('mailKeys')[0], new Uint8Array(), 'name of a key of mails', KEY_NAME_BYTES),
  ).toString('base64url')

/** Encrypts what a mail says; it opens for the same recipient only. */
export const sealContent = ({ body, html, unsubscribe }: MailContent, recipient: string): string =>
  `${keyName()}.${sealer.seal(JSON.stringify([body, html, unsubscribe]), recipient)}`

type Stored = Pick<typeof outbox.$inferSelect, 'body' | 'recipient'>

/** What a mail says; undefined when it is erased, or when no key fits. */
export function openContent({ body: stored, recipient }: Stored): MailContent | undefined {
  // Until the first start after the update that encrypts them, earlier mails are as they were.
  const text = stored.startsWith('[')
    ? stored
    : sealer.open(stored.slice(stored.indexOf('.') + 1), recipient)?.bytes.toString('utf8')
  if (text === undefined) return undefined
  const [body, html, unsubscribe] = JSON.parse(text) as [string, string, string]
  return { body, html, unsubscribe }
}

/** Encrypts a batch of mails that are not encrypted by the current key. Returns the last id and what is unreadable. */
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
 * Encrypts the mails that were stored before mails were encrypted, or by an earlier key, with the current one. What no
 * key opens is marked as failed.
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
