import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, varchar } from 'drizzle-orm/pg-core'
import {
  createdAt,
  EMAIL_LENGTH,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
  URL_LENGTH,
  updatedAt,
} from '#db/schema/column-types'
import { admins, users } from '#db/schema/identity/accounts'
import { emailDeliveryStatuses } from '#shared/enums/emails'

/**
 * Email to send. Written in the transaction that causes it; without a mail server it stays pending. Its owner is the
 * account it concerns, wherever it is sent. Emails about a visitor's message have no owner, only a reference.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    /** Its subject, such as `ticket_reply`, and the reference known to the reader. */
    kind: requiredText(NAME_LENGTH),
    reference: optionalText(NAME_LENGTH),
    recipient: requiredText(EMAIL_LENGTH),
    subject: requiredText(SUBJECT_LENGTH),
    /**
     * Its text and HTML, and the reader's unsubscribe URL, encrypted with `MAIL_KEY`. Cleared once the email is sent,
     * at the latest at `expires_at`.
     */
    body: text().notNull(),
    /** When its link expires, or it is too late to send; null if there is no such time. */
    expires_at: timestampColumn(),
    /** Sending order: 0 before 1 before 2, see `getEmailUrgency`. */
    urgency: smallint().notNull().default(1),
    status: text({ enum: emailDeliveryStatuses }).notNull().default('pending'),
    attempts: smallint().notNull().default(0),
    next_attempt_at: timestampColumn().notNull().defaultNow(),
    last_error: varchar({ length: URL_LENGTH }),
    sent_at: timestampColumn(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('outbox_due').on(t.urgency, t.next_attempt_at, t.id).where(sql`${t.status} = 'pending'`),
    // Pending and failed emails are counted for the metrics every few seconds.
    index('outbox_left').on(t.status).where(sql`${t.status} <> 'sent'`),
    // An investor's emails, newest first.
    index('outbox_of_user').on(t.user_id, newestFirst(t.created_at), newestFirst(t.id)),
    index('outbox_of_admin').on(t.admin_id),
    // Emails to visitors, for an account that confirms their address.
    index('outbox_of_visitor')
      .on(sql`lower(${t.recipient})`)
      .where(sql`${t.user_id} is null and ${t.admin_id} is null`),
    check('outbox_one_owner', sql`${t.user_id} is null or ${t.admin_id} is null`),
    // Failed emails awaiting the desk, oldest first.
    index('outbox_failed').on(t.created_at, t.id).where(sql`${t.status} = 'failed'`),
    index('outbox_ending').on(t.expires_at).where(sql`${t.status} <> 'sent' and ${t.expires_at} is not null`),
    isNotBlankCheck(t.recipient),
    isOneOfCheck(t.status, emailDeliveryStatuses),
    isInRangeCheck(t.attempts, '>= 0', '<= 1000'),
    isInRangeCheck(t.urgency, '>= 0', '<= 2'),
  ],
)
