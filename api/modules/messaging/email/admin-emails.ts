/** Emails as administrators see them: never the text, which may contain a link that opens an account. */
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type { QueryOf } from '#contract/endpoint'
import type { adminEmails, EmailListItem } from '#contract/messaging/admin-emails'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { outbox } from '#db/schema/messaging/outbox'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { isEmailConfigured, triggerEmailDelivery } from './outbox.ts'

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
> & { state: EmailListItem['state']; hasText: boolean }

const toMail = ({
  last_error,
  hasText,
  next_attempt_at,
  sent_at,
  created_at,
  ...row
}: Row): EmailListItem => ({
  ...row,
  reason: last_error ?? '',
  can_retry: row.state !== 'sent' && hasText,
  next_attempt_at: row.state === 'pending' ? next_attempt_at.toISOString() : null,
  sent_at: sent_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})

type Filters = Pick<QueryOf<typeof adminEmails.list>, 'search' | 'state'>

const conditionOf = ({ search, state }: Filters): SQL | undefined =>
  and(
    state && eq(outbox.status, state),
    ...searchConditions(search, [outbox.recipient, outbox.subject, outbox.kind, outbox.reference]),
  )

/** A page of the emails. */
export async function listEmails(query: QueryOf<typeof adminEmails.list>) {
  const condition = conditionOf(query)
  const { rows, pagination } = await listPage(query, {
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
  return { mails: rows.map(toMail), pagination, mail_configured: isEmailConfigured() }
}

/**
 * Sends an email again, immediately if this installation sends email. Throws `not_found`, and `conflict` for
 * an email that was sent or whose text is erased.
 */
export async function resendEmail(id: number, actor: Actor): Promise<EmailListItem> {
  return inTransaction(async () => {
    const own = eq(outbox.id, id)
    const [before] = await database().select(columns).from(outbox).where(own).for('no key update')
    if (!before) throw new Problem('not_found', 'Email not found.')
    if (before.state === 'sent') throw new Problem('conflict', 'This email has already been sent.')
    if (!before.hasText) {
      throw new Problem(
        'conflict',
        'The link in this email has expired and its content has been erased. The recipient must request a new one.',
      )
    }
    const [row] = await database()
      .update(outbox)
      .set({ status: 'pending', attempts: 0, next_attempt_at: sql`now()` })
      .where(own)
      .returning(columns)
    if (!row) throw new Problem('not_found', 'Email not found.')
    triggerEmailDelivery()
    await recordAudit(actor, {
      action: 'mail.retry',
      entity: 'mail',
      entityId: id,
      // The recipient is personal data, and the audit log is permanent.
      before: { state: before.state, attempts: before.attempts },
      after: { state: row.state, attempts: row.attempts },
      changed: true,
    })
    return toMail(row)
  })
}

/** The emails as a file, newest first. */
export function exportEmails(query: QueryOf<typeof adminEmails.exportCsv>): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  const { created_at, id } = outbox
  return exportCsv<Row>({
    columns: [
      ['Email ID', (row) => row.id],
      ['Time (UTC)', (row) => row.created_at.toISOString()],
      ['Type', ({ kind }) => kind],
      ['Recipient', ({ recipient }) => recipient],
      ['Subject', ({ subject }) => subject],
      ['Status', ({ state }) => state],
      ['Attempts', ({ attempts }) => attempts],
      ['Last error', ({ last_error }) => last_error ?? ''],
      ['Sent (UTC)', ({ sent_at }) => sent_at?.toISOString() ?? ''],
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(outbox).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select(columns)
        .from(outbox)
        .where(and(condition, keysetCondition('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}
