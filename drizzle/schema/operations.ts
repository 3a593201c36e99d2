import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { auditCheckStatuses } from '#shared/enums/audit'
import { emailDeliveryStatuses } from '#shared/enums/emails'
import { adminReportTypes, reportFormats, reportFrequencies } from '#shared/enums/reports'
import { admins, users } from './accounts.ts'
import {
  createdAt,
  EMAIL_LENGTH,
  IP_ADDRESS_LENGTH,
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
} from './column-types.ts'

/**
 * Administrators' actions, append-only: triggers reject update, delete and truncate, and give each row its `id`
 * (without gaps), `prev_hash` and `hash`, so a removed or edited row breaks the chain. Each has a seal made with a key
 * that is not in the database, so an attacker who rewrites the chain cannot repair it. Appending locks the head until
 * the transaction ends, so write the audit row last.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().default(0),
    created_at: createdAt(),
    /** Restricting: an administrator with audit entries is disabled, not removed. */
    admin_id: integer().references(() => admins.id, { onDelete: 'restrict' }),
    /** As typed, if the caller was anonymous. */
    admin_name: optionalText(EMAIL_LENGTH),
    action: requiredText(NAME_LENGTH),
    entity: requiredText(NAME_LENGTH),
    entity_id: optionalText(SUBJECT_LENGTH),
    before: jsonb(),
    after: jsonb(),
    ip_address: optionalText(IP_ADDRESS_LENGTH),
    request_id: optionalText(NAME_LENGTH),
    prev_hash: text().notNull().default(''),
    hash: text().notNull().default(''),
    /**
     * Made with the server's key over the entry and the previous seal, see `audit-seal.ts`; empty for entries from
     * before seals.
     */
    seal: text().notNull().default(''),
  },
  (t) => [
    index('audit_log_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('audit_log_of_admin').on(t.admin_id, newestFirst(t.id)),
    index('audit_log_by_action').on(t.action, newestFirst(t.id)),
    index('audit_log_by_entity').on(t.entity, t.entity_id, newestFirst(t.id)),
    // Edits and deletions of transactions on an investor's timeline, newest first.
    index('audit_log_of_changed_transactions')
      .on(sql`((${t.before}->>'user_id')::int)`, newestFirst(t.created_at), newestFirst(t.id))
      .where(sql`${t.action} in ('transaction.update', 'transaction.delete')`),
    // The investors that an entry concerns; both of them for a transfer.
    index('audit_log_of_investors').using(
      'gin',
      sql`audit_investors(${t.entity}, ${t.entity_id}, ${t.before}, ${t.after})`,
    ),
    isNotBlankCheck(t.action),
    isNotBlankCheck(t.entity),
  ],
)

/**
 * A check of the whole chain requested by an administrator, and its result; see `api/modules/platform/audit/chain-checks.ts`.
 */
export const auditChecks = pgTable(
  'audit_checks',
  {
    id: id(),
    admin_id: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'restrict' }),
    state: text({ enum: auditCheckStatuses }).notNull().default('running'),
    /** The latest entry at the start, which is the last one checked. */
    last_id: integer().notNull(),
    checked: integer().notNull().default(0),
    /** The first entry that does not follow from the previous one. */
    broken_at: integer(),
    /** The first sealed entry. */
    sealed_from: integer(),
    started_at: createdAt(),
    /** Last progress report: after a minute without one, its server is gone. */
    seen_at: createdAt(),
    finished_at: timestampColumn(),
  },
  (t) => [
    index('audit_checks_of_admin').on(t.admin_id),
    // One at a time across all servers.
    uniqueIndex('audit_checks_one_runs').on(t.state).where(sql`state = 'running'`),
    isOneOfCheck(t.state, auditCheckStatuses),
    check('audit_checks_finished', sql`(${t.state} = 'running') = (${t.finished_at} is null)`),
  ],
)

/** The end of the chain, one row: the hash that the next entry continues, and the lock that serializes entries. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: smallint().primaryKey().default(1),
    last_id: integer().notNull().default(0),
    last_hash: text().notNull().default(''),
    last_seal: text().notNull().default(''),
  },
  (t) => [check('audit_head_single_row', sql`${t.id} = 1`)],
)

/** Hours for which a repeated `Idempotency-Key` is recognized. */
export const IDEMPOTENCY_KEY_HOURS = 24

/** First responses by caller and path (`scope`) and the caller's key, kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: id(),
    scope: requiredText(URL_LENGTH),
    key: requiredText(255),
    body_hash: requiredText(64),
    status: smallint(),
    /** `json`, not `jsonb`: a repeat returns the same bytes, including the order of fields. */
    response: json(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('idempotency_keys_scope_key_unique').on(t.scope, t.key),
    index('idempotency_keys_age').on(t.created_at),
    isNotBlankCheck(t.key),
  ],
)

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

/** Reports announced to administrators by email, see `api/modules/desk/admin-reports/report-schedules.ts`. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: id(),
    report: text({ enum: adminReportTypes }).notNull(),
    frequency: text({ enum: reportFrequencies }).notNull(),
    format: text({ enum: reportFormats }).notNull(),
    /** Ids of administrators. One that was removed, or may no longer read reports, gets nothing. */
    recipients: integer().array().notNull(),
    /** Who created it. */
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    next_at: timestampColumn().notNull(),
    last_sent_at: timestampColumn(),
    created_at: createdAt(),
  },
  (t) => [
    index('report_schedules_due').on(t.next_at),
    index('report_schedules_of_admin').on(t.admin_id),
    isOneOfCheck(t.report, adminReportTypes),
    isOneOfCheck(t.frequency, reportFrequencies),
    isOneOfCheck(t.format, reportFormats),
    check('report_schedules_recipients_some', sql`cardinality(${t.recipients}) between 1 and 20`),
  ],
)
