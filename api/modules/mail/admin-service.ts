/** Mails as administrators see them: never their text, which may have a link that opens an account. */
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type { adminMails, Mail } from '#contract/admin-mails'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, readList, searchIn } from '#db/listing'
import { outbox } from '#db/schema/operations'
import { recordAudit } from '#modules/audit/service'
import { exportCsv } from '#modules/csv'
import { isMailConfigured, wakeMail } from './outbox.ts'

const columns = {
  id: outbox.id,
  kind: outbox.kind,
  reference: outbox.reference,
  recipient: outbox.recipient,
  user_id: outbox.user_id,
  subject: outbox.subject,
  state: outbox.status,
  attempts: outbox.attempts,
  last_error: outbox.last_error,
  hasText: sql<boolean>`${outbox.body} <> ''`,
  next_attempt_at: outbox.next_attempt_at,
  sent_at: outbox.sent_at,
  created_at: outbox.created_at,
}

type Row = Pick<
  typeof outbox.$inferSelect,
  | 'id'
  | 'user_id'
  | 'kind'
  | 'reference'
  | 'recipient'
  | 'subject'
  | 'attempts'
  | 'last_error'
  | 'next_attempt_at'
  | 'sent_at'
  | 'created_at'
> & { state: Mail['state']; hasText: boolean }

const toMail = ({ last_error, hasText, next_attempt_at, sent_at, created_at, ...row }: Row): Mail => ({
  ...row,
  reason: last_error ?? '',
  can_retry: row.state !== 'sent' && hasText,
  next_attempt_at: row.state === 'pending' ? next_attempt_at.toISOString() : null,
  sent_at: sent_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})

type Filters = Pick<QueryOf<typeof adminMails.list>, 'search' | 'state'>

const conditionOf = ({ search, state }: Filters): SQL | undefined =>
  and(
    state && eq(outbox.status, state),
    ...searchIn(search, [outbox.recipient, outbox.subject, outbox.kind, outbox.reference]),
  )

/** A page of the mails. */
export async function listMails(query: QueryOf<typeof adminMails.list>) {
  const condition = conditionOf(query)
  const { rows, pagination } = await readList(query, {
    sorts: {
      created_at: outbox.created_at,
      recipient: sql`lower(${outbox.recipient})`,
      kind: outbox.kind,
      state: outbox.status,
    },
    tie: outbox.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select(columns)
        .from(outbox)
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => database().select({ total: count() }).from(outbox).where(condition),
  })
  return { mails: rows.map(toMail), pagination, mail_configured: isMailConfigured() }
}

/**
 * Sends a mail again, at once where this installation sends mail. Throws `not_found`, and `conflict` for one that was
 * sent or whose text is erased.
 */
export async function retryMail(id: number, actor: Actor): Promise<Mail> {
  return inTransaction(async () => {
    const own = eq(outbox.id, id)
    const [before] = await database().select(columns).from(outbox).where(own).for('no key update')
    if (!before) throw new Problem('not_found', 'There is no mail with this id.')
    if (before.state === 'sent') throw new Problem('conflict', 'This mail was sent.')
    if (!before.hasText) {
      throw new Problem(
        'conflict',
        'The link in this mail has ended and its text is erased. Its reader has to ask for another one.',
      )
    }
    const [row] = await database()
      .update(outbox)
      .set({ status: 'pending', attempts: 0, next_attempt_at: sql`now()` })
      .where(own)
      .returning(columns)
    if (!row) throw new Problem('not_found', 'There is no mail with this id.')
    wakeMail()
    await recordAudit(actor, {
      action: 'mail.retry',
      entity: 'mail',
      entityId: id,
      // The recipient is personal, and the audit log is permanent.
      before: { state: before.state, attempts: before.attempts },
      after: { state: row.state, attempts: row.attempts },
      changed: true,
    })
    return toMail(row)
  })
}

/** The mails as a file, newest first. */
export function exportMails(query: QueryOf<typeof adminMails.exportCsv>): Promise<RowsFile> {
  const condition = conditionOf(query)
  const { created_at, id } = outbox
  return exportCsv<Row>({
    columns: [
      ['Mail ID', (row) => row.id],
      ['Time (UTC)', (row) => row.created_at.toISOString()],
      ['Kind', ({ kind }) => kind],
      ['Recipient', ({ recipient }) => recipient],
      ['Subject', ({ subject }) => subject],
      ['State', ({ state }) => state],
      ['Attempts', ({ attempts }) => attempts],
      ['Reason', ({ last_error }) => last_error ?? ''],
      ['Sent (UTC)', ({ sent_at }) => sent_at?.toISOString() ?? ''],
    ],
    count: () => slowDatabase().select({ total: count() }).from(outbox).where(condition),
    read: (last, limit) =>
      slowDatabase()
        .select(columns)
        .from(outbox)
        .where(and(condition, comesAfter('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}
