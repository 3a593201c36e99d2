/**
 * Mails are sent from an outbox: a mail is written in the transaction that causes it and sent afterwards, by the
 * first instance that takes it. Without a mail server it stays there until one is configured.
 */

import { and, eq, lte, ne, sql } from 'drizzle-orm'
import type { Logger } from '#common/log'
import { findPart, provide } from '#common/process-state'
import { afterCommit, database } from '#db/connection'
import { outbox } from '#db/schema/operations'
import { createMailer, type Dkim, type Mailer, type Outcome } from './mailer.ts'
import { readReplyAddress } from './reply-address.ts'
import { type MailContent, openContent, sealContent, sealStoredMails, UNREADABLE } from './sealed-content.ts'
import { urgencyOf } from './urgency.ts'

export interface Mail extends MailContent {
  user_id: number | null
  admin_id: number | null
  /** The subject of the mail, such as `ticket_reply`. */
  kind: string
  /** The reference the recipient knows, such as a ticket number. */
  reference: string
  recipient: string
  subject: string
  /** Which is sent first, see `urgencyOf`; without one that of its kind. */
  urgency?: 0 | 1 | 2 | undefined
  /** When the link in it ends, or it is too late to be sent; null without such a time. */
  expires_at: Date | null
}

type OutboxRow = typeof outbox.$inferSelect

/** How often an instance polls for mail that another wrote or that is due for a retry, in milliseconds. */
const LOOK_MS = 10_000
/**
 * Seconds for which a mail is leased to the instance that took it: longer than any attempt, so that a crash only
 * delays it.
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

declare module '#common/process-state' {
  interface ProcessState {
    /** Sends the outbox; missing without a mail server. */
    mail: Worker
  }
}

/** Whether this installation sends mail. */
export const isMailConfigured = (): boolean => findPart('mail') !== undefined

/** Sends what is due, once the surrounding transaction is committed. */
export const wakeMail = (): void => afterCommit(() => findPart('mail')?.wake())

/** Writes mails into the outbox, in the surrounding transaction; returns their ids, in order. */
export async function queueMails(mails: Mail[]): Promise<number[]> {
  if (mails.length === 0) return []
  const rows = await database()
    .insert(outbox)
    .values(
      mails.map(({ body, html, unsubscribe, subject, urgency, ...mail }) => ({
        ...mail,
        subject: subject.slice(0, SUBJECT_MAX),
        urgency: urgency ?? urgencyOf(mail.kind),
        body: sealContent({ body, html, unsubscribe }, mail.recipient),
      })),
    )
    .returning({ id: outbox.id })
  wakeMail()
  return rows.map(({ id }) => id)
}

/** Takes the most urgent mail that has waited longest, so that no other instance does; undefined when none is due. */
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

/** The text of a mail is erased once it is sent, at the latest when its link has ended: by then nobody needs it. */
const ERASED = { body: '' }

/** Erases and gives up the mails whose link ended before they could be sent. */
async function endLate(): Promise<void> {
  await database()
    .update(outbox)
    .set({
      ...ERASED,
      status: 'failed',
      last_error: 'Its link ended, or it was too late, before it could be sent.',
    })
    .where(and(ne(outbox.status, 'sent'), ne(outbox.body, ''), lte(outbox.expires_at, sql`now()`)))
}

/**
 * Records the outcome of an attempt. A failure counts only while it is of the newest attempt: a mail that was retried
 * in the panel meanwhile has begun anew.
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
  const outcome: Outcome = content
    ? await mailer.send({ ...row, ...content, replyTo: await readReplyAddress() })
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
  // Not during the start: mail that waits can wait longer.
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
  /** `smtp://` or `smtps://`; empty for no mail server. */
  url: string
  /** Sender, such as `Lodefield <support@lodefield.example>`. */
  from: string
  dkim?: Dkim | undefined
  log: Logger
}

/**
 * Begins to send the outbox, to encrypt what is stored otherwise and to erase mails that came too late, with a mail
 * server or without. The returned handle
 * stops it after the mail in flight.
 */
export function openMail({ url, from, dkim, log }: MailOptions): { close(): Promise<void> } {
  const own = url === '' ? undefined : startWorker(createMailer(url, from, dkim), log)
  const sealing = sealStoredMails(log).catch((err) =>
    log.warn({ err }, 'stored mails could not be encrypted'),
  )
  provide({ mail: own })
  const timer = setInterval(() => {
    endLate().catch((err) => log.warn({ err }, 'mails that came too late could not be erased'))
    own?.wake()
  }, LOOK_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await sealing
      if (findPart('mail') === own) provide({ mail: undefined })
      await own?.close()
    },
  }
}
