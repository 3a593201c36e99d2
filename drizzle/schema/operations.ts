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
import { auditCheckStates } from '#shared/enums/audit'
import { mailStates } from '#shared/enums/mails'
import { panelReports, reportFormats, reportFrequencies } from '#shared/enums/reports'
import { admins, users } from './accounts.ts'
import {
  ADDRESS,
  createdAt,
  EMAIL,
  id,
  instant,
  line,
  NAME,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  SUBJECT,
  URL,
  updatedAt,
  within,
} from './columns.ts'

/**
 * Actions of administrators, append-only: triggers reject update, delete and truncate, and give each row its `id`
 * (without gaps), `prev_hash` and `hash`, so that a removed or edited row breaks the chain. Each has a seal by a key
 * that is not in the database, so that an attacker who rewrites the chain cannot repair it. Appending locks the head
 * until the transaction ends: write the audit row last.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: integer().primaryKey().default(0),
    created_at: createdAt(),
    /** Restricting: an administrator who did anything is disabled, not removed. */
    admin_id: integer().references(() => admins.id, { onDelete: 'restrict' }),
    /** As typed, where the caller was anonymous. */
    admin_name: optionalLine(EMAIL),
    action: line(NAME),
    entity: line(NAME),
    entity_id: optionalLine(SUBJECT),
    before: jsonb(),
    after: jsonb(),
    ip_address: optionalLine(ADDRESS),
    request_id: optionalLine(NAME),
    prev_hash: text().notNull().default(''),
    hash: text().notNull().default(''),
    /** By the server's key, over the entry and the seal before, see `audit-seal.ts`; empty for entries from before it. */
    seal: text().notNull().default(''),
  },
  (t) => [
    index('audit_log_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('audit_log_of_admin').on(t.admin_id, newestFirst(t.id)),
    index('audit_log_by_action').on(t.action, newestFirst(t.id)),
    index('audit_log_by_entity').on(t.entity, t.entity_id, newestFirst(t.id)),
    // Edits and deletions of transactions on the timeline of an investor, newest first.
    index('audit_log_of_changed_transactions')
      .on(sql`((${t.before}->>'user_id')::int)`, newestFirst(t.created_at), newestFirst(t.id))
      .where(sql`${t.action} in ('transaction.update', 'transaction.delete')`),
    // The investors that an entry concerns, both of a transfer.
    index('audit_log_of_investors').using(
      'gin',
      sql`audit_investors(${t.entity}, ${t.entity_id}, ${t.before}, ${t.after})`,
    ),
    notBlank(t.action),
    notBlank(t.entity),
  ],
)

/** A check of the whole chain that an administrator asked for, and its result; see `api/modules/audit/checks.ts`. */
export const auditChecks = pgTable(
  'audit_checks',
  {
    id: id(),
    admin_id: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'restrict' }),
    state: text({ enum: auditCheckStates }).notNull().default('running'),
    /** The newest entry when it began: it is the last that is checked. */
    last_id: integer().notNull(),
    checked: integer().notNull().default(0),
    /** The first entry that does not follow from the one before it. */
    broken_at: integer(),
    /** The first entry with a seal. */
    sealed_from: integer(),
    started_at: createdAt(),
    /** When it last reported its progress: without one for a minute its server is gone. */
    seen_at: createdAt(),
    finished_at: instant(),
  },
  (t) => [
    index('audit_checks_of_admin').on(t.admin_id),
    // One at a time on all servers.
    uniqueIndex('audit_checks_one_runs').on(t.state).where(sql`state = 'running'`),
    oneOf(t.state, auditCheckStates),
    check('audit_checks_finished', sql`(${t.state} = 'running') = (${t.finished_at} is null)`),
  ],
)

/** The end of the chain, one row: the hash that the next entry continues, and the lock that makes it one chain. */
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

/** Hours for which a repeated `Idempotency-Key` is recognised. */
export const IDEMPOTENCY_KEY_HOURS = 24

/** First responses by caller and path (`scope`) and the caller's key, for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: id(),
    scope: line(URL),
    key: line(255),
    body_hash: line(64),
    status: smallint(),
    /** `json`, not `jsonb`: a repeat returns the same bytes, the order of fields included. */
    response: json(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('idempotency_keys_scope_key_unique').on(t.scope, t.key),
    index('idempotency_keys_age').on(t.created_at),
    notBlank(t.key),
  ],
)

/**
 * Mail to send. Written in the transaction that causes it; without a mail server it stays and waits. Its owner is the
 * account that it is about, wherever it is sent. Mails about what a visitor wrote have none, only a reference.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    /** Its subject, such as `ticket_reply`, and the reference that the reader knows. */
    kind: line(NAME),
    reference: optionalLine(NAME),
    recipient: line(EMAIL),
    subject: line(SUBJECT),
    /**
     * What it says, as text and as HTML, and where its reader stops mails of this kind: encrypted by `MAIL_KEY`. Emptied
     * once the mail is sent, at the latest at `expires_at`.
     */
    body: text().notNull(),
    /** When the link in it ends, or it is too late to be sent; null without such a time. */
    expires_at: instant(),
    /** Which is sent first: 0 before 1 before 2, see `urgencyOf`. */
    urgency: smallint().notNull().default(1),
    status: text({ enum: mailStates }).notNull().default('pending'),
    attempts: smallint().notNull().default(0),
    next_attempt_at: instant().notNull().defaultNow(),
    last_error: varchar({ length: URL }),
    sent_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('outbox_due').on(t.urgency, t.next_attempt_at, t.id).where(sql`${t.status} = 'pending'`),
    // Pending and failed mails are counted for the metrics every few seconds.
    index('outbox_left').on(t.status).where(sql`${t.status} <> 'sent'`),
    // The mails of an investor, newest first.
    index('outbox_of_user').on(t.user_id, newestFirst(t.created_at), newestFirst(t.id)),
    index('outbox_of_admin').on(t.admin_id),
    // What visitors were mailed, for an account that confirms their address.
    index('outbox_of_visitor')
      .on(sql`lower(${t.recipient})`)
      .where(sql`${t.user_id} is null and ${t.admin_id} is null`),
    check('outbox_one_owner', sql`${t.user_id} is null or ${t.admin_id} is null`),
    // What was given up waits for the desk, oldest first.
    index('outbox_failed').on(t.created_at, t.id).where(sql`${t.status} = 'failed'`),
    index('outbox_ending').on(t.expires_at).where(sql`${t.status} <> 'sent' and ${t.expires_at} is not null`),
    notBlank(t.recipient),
    oneOf(t.status, mailStates),
    within(t.attempts, '>= 0', '<= 1000'),
    within(t.urgency, '>= 0', '<= 2'),
  ],
)

/** Reports that are announced by mail to administrators, see `api/modules/panel-reports/schedules.ts`. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    id: id(),
    report: text({ enum: panelReports }).notNull(),
    frequency: text({ enum: reportFrequencies }).notNull(),
    format: text({ enum: reportFormats }).notNull(),
    /** Ids of administrators. One that is gone, or may no longer read reports, gets nothing. */
    recipients: integer().array().notNull(),
    /** Who made it. */
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    next_at: instant().notNull(),
    last_sent_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('report_schedules_due').on(t.next_at),
    index('report_schedules_of_admin').on(t.admin_id),
    oneOf(t.report, panelReports),
    oneOf(t.frequency, reportFrequencies),
    oneOf(t.format, reportFormats),
    check('report_schedules_recipients_some', sql`cardinality(${t.recipients}) between 1 and 20`),
  ],
)
