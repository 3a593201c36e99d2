import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  createdAt,
  EMAIL_LENGTH,
  IP_ADDRESS_LENGTH,
  id,
  isNotBlankCheck,
  isOneOfCheck,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
} from '#db/schema/column-types'
import { admins } from '#db/schema/identity/accounts'
import { auditCheckStatuses } from '#shared/enums/audit'

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
