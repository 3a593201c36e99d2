/**
 * Emails are sent from an outbox: an email is stored in the transaction that causes it and sent afterwards,
 * by the first instance that takes it. Without a mail server it stays there until one is configured.
 */

import { and, asc, eq, lte, ne, notInArray, sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { findService, provideServices } from '#common/service-container'
import { afterCommit, database } from '#db/connection'
import { outbox } from '#db/schema/messaging/outbox'
import { getEmailUrgency, urgentEmailKinds } from './email-urgency.ts'
import { parseReplyAddress } from './reply-address.ts'
import { type MailContent, openContent, sealContent, sealStoredMails, UNREADABLE } from './sealed-content.ts'
import { createMailer, type DeliveryResult, type DkimOptions, type Mailer } from './smtp-mailer.ts'

export interface OutboxEmail extends MailContent {
  user_id: number | null
  admin_id: number | null
  /** The machine-readable subject of the email, such as `ticket_reply`. */
  kind: string
  /** The reference the recipient knows, such as a ticket number. */
  reference: string
  recipient: string
  subject: string
  /** Which is sent first, see `getEmailUrgency`; by default, that of its kind. */
  urgency?: 0 | 1 | 2 | undefined
  /** When its link expires or it becomes too late to send; null if never. */
  expires_at: Date | null
}

type OutboxRow = typeof outbox.$inferSelect

/** How often an instance polls for email that another stored or that is due for a retry, in milliseconds. */
const LOOK_MS = 10_000
/**
 * Seconds for which an email is leased to the instance that took it: longer than any attempt, so that a crash
 * only delays it.
 */
const LEASE_SECONDS = 120
const ATTEMPTS_MAX = 8
const FIRST_DELAY_SECONDS = 60
const SUBJECT_MAX = 200
const ERROR_MAX = 500

/** Seconds until the next attempt: one minute, doubled each time. */
const delayAfter = (attempts: number): number => FIRST_DELAY_SECONDS * 2 ** (attempts - 1)

interface Worker {
  wake(): void
  close(): Promise<void>
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Sends the outbox; absent without a mail server. */
    mail: Worker
  }
}

/** Whether this installation sends email. */
export const isEmailConfigured = (): boolean => findService('mail') !== undefined

/** Sends what is due, once the surrounding transaction is committed. */
export const triggerEmailDelivery = (): void => afterCommit(() => findService('mail')?.wake())

/** Queues emails in the surrounding transaction and returns their ids, in order. */
export async function insertOutboxEmails(mails: OutboxEmail[]): Promise<number[]> {
  if (mails.length === 0) return []
  const rows = await database()
    .insert(outbox)
    .values(
      mails.map(({ body, html, unsubscribe, subject, urgency, ...mail }) => ({
        ...mail,
        subject: subject.slice(0, SUBJECT_MAX),
        urgency: urgency ?? getEmailUrgency(mail.kind),
        body: sealContent({ body, html, unsubscribe }, mail.recipient),
      })),
    )
    .returning({ id: outbox.id })
  triggerEmailDelivery()
  return rows.map(({ id }) => id)
}

/**
 * Readdresses the unsent emails of an account, so that its former mailbox receives nothing more. The
 * surrounding transaction has locked and changed the account. Emails that protect the account keep the
 * address for which they were written.
 */
export async function readdressEmails(
  owner: { userId: number } | { adminId: number },
  { former, present }: { former: string; present: string },
): Promise<void> {
  const rows = await database()
    .select()
    .from(outbox)
    .where(
      and(
        'userId' in owner ? eq(outbox.user_id, owner.userId) : eq(outbox.admin_id, owner.adminId),
        eq(sql`lower(${outbox.recipient})`, former.toLowerCase()),
        notInArray(outbox.kind, [...urgentEmailKinds]),
        ne(outbox.status, 'sent'),
        ne(outbox.body, ''),
      ),
    )
    .orderBy(asc(outbox.id))
    .for('no key update')
  for (const row of rows) {
    const content = openContent(row)
    // What no key can decrypt cannot be sent to anyone.
    if (!content) continue
    await database()
      .update(outbox)
      .set({ recipient: present, body: sealContent(content, present) })
      .where(eq(outbox.id, row.id))
  }
}

/**
 * Takes the most urgent email that has waited longest, so that no other instance does; undefined if none is
 * due.
 */
async function takeDue(): Promise<OutboxRow | undefined> {
  const due = database()
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.status, 'pending'),
        lte(outbox.next_attempt_at, sql`now()`),
        sql`(${outbox.expires_at} is null or ${outbox.expires_at} > now())`,
      ),
    )
    .orderBy(outbox.urgency, outbox.next_attempt_at, outbox.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await database()
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      next_attempt_at: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .where(eq(outbox.id, sql`(${due})`))
    .returning()
  return taken
}

/**
 * The text of an email is erased once it is sent, or at the latest when its link expires: no one needs it
 * then.
 */
const ERASED = { body: '' }

/** Erases the emails whose link expired before they could be sent, and marks them as failed. */
async function endLate(): Promise<void> {
  await database()
    .update(outbox)
    .set({
      ...ERASED,
      status: 'failed',
      last_error: 'Not sent: the link or the email expired before it could be delivered.',
    })
    .where(and(ne(outbox.status, 'sent'), ne(outbox.body, ''), lte(outbox.expires_at, sql`now()`)))
}

/**
 * Records the outcome of an attempt. A failure counts only for the newest attempt: an email retried in the
 * panel has since started over.
 */
const record = ({ id, attempts }: OutboxRow, values: Partial<typeof outbox.$inferInsert>) =>
  database()
    .update(outbox)
    .set(values)
    .where(
      and(
        eq(outbox.id, id),
        eq(outbox.status, 'pending'),
        values.status === 'sent' ? undefined : eq(outbox.attempts, attempts),
      ),
    )

async function deliver(row: OutboxRow, mailer: Mailer, log: Logger): Promise<void> {
  const { id, kind, attempts } = row
  const content = openContent(row)
  const outcome: DeliveryResult = content
    ? await mailer.send({ ...row, ...content, replyTo: await parseReplyAddress() })
    : { status: 'refused', reason: UNREADABLE, isFinal: true }
  if (outcome.status === 'sent') {
    await record(row, { status: 'sent', sent_at: new Date(), last_error: null, ...ERASED })
    log.info({ mail_id: id, kind }, 'mail sent')
    return
  }
  const isOver = outcome.isFinal || attempts >= ATTEMPTS_MAX
  log.warn({ mail_id: id, kind, attempts, reason: outcome.reason, given_up: isOver }, 'mail not sent')
  await record(row, {
    status: isOver ? 'failed' : 'pending',
    next_attempt_at: new Date(Date.now() + delayAfter(attempts) * 1000),
    last_error: outcome.reason.slice(0, ERROR_MAX),
  })
}

function startWorker(mailer: Mailer, log: Logger): Worker {
  let running: Promise<void> | undefined
  let isWokenAgain = false
  let isClosed = false

  async function sendAll(): Promise<void> {
    do {
      isWokenAgain = false
      for (let row = await takeDue(); row && !isClosed; row = await takeDue()) await deliver(row, mailer, log)
    } while (isWokenAgain && !isClosed)
  }

  const wake = () => {
    if (isClosed) return
    isWokenAgain = true
    running ??= sendAll()
      .catch((err) => log.warn({ err }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined
      })
  }
  // Not during startup: pending email can wait.
  setImmediate(wake)
  return {
    wake,
    async close() {
      isClosed = true
      await running
      mailer.close()
    },
  }
}

interface MailOptions {
  /** `smtp://` or `smtps://`; empty without a mail server. */
  url: string
  /** The sender, such as `Lodefield <support@lodefield.example>`. */
  from: string
  dkim?: DkimOptions | undefined
  log: Logger
}

/**
 * Starts to send the outbox, to encrypt emails stored without the current key and to erase expired ones, with
 * or without a mail server. The returned handle stops it after the email in flight.
 */
export function startEmailDelivery({ url, from, dkim, log }: MailOptions): { close(): Promise<void> } {
  const own = url === '' ? undefined : startWorker(createMailer(url, from, dkim), log)
  const sealing = sealStoredMails(log).catch((err) =>
    log.warn({ err }, 'stored mails could not be encrypted'),
  )
  provideServices({ mail: own })
  const timer = setInterval(() => {
    endLate().catch((err) => log.warn({ err }, 'mails that came too late could not be erased'))
    own?.wake()
  }, LOOK_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await sealing
      if (findService('mail') === own) provideServices({ mail: undefined })
      await own?.close()
    },
  }
}
