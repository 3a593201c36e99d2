/** Writes requested by one administrator and decided by a second one. */
import { sql } from 'drizzle-orm'
import {
  bigint,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  id,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  moneyColumn,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  timestampColumn,
  URL_LENGTH,
} from '#db/schema/column-types'
import { admins } from '#db/schema/identity/accounts'
import { approvalStatuses } from '#shared/enums/approvals'

/** An investor's cash before and after a requested booking. */
export interface CashEffect {
  user_id: number
  balance: string
  reserved: string
  balance_after: string
  reserved_after: string
  /** For a backdated booking: the lowest balance of the days since. */
  lowest?: { since: string; day: string; balance: string; balance_after: string }
}

/** One row that an approval request changes, as the audit log names it. */
export interface ApprovalChange {
  action: string
  entity: string
  /** Null if the row does not exist yet. */
  entity_id: number | null
  before: unknown
  after: unknown
}

/** A name on a watchlist, as in its file. */
export interface WatchlistNameChange {
  list: string
  entry_id: string
  name: string
  /** Empty if unknown. */
  birth_date: string
}

/** How many names are added or removed, and the first of them. */
export interface WatchlistNameChanges {
  count: number
  names: WatchlistNameChange[]
}

/** What a requested watchlist changes compared with the one in force. */
export interface WatchlistChanges {
  added: WatchlistNameChanges
  removed: WatchlistNameChanges
}

/** The requested write never changes; only a decision is added, once. */
export const approvals = pgTable(
  'approvals',
  {
    id: id(),
    /** Method and path of the call, as in the contract. */
    call: requiredText(URL_LENGTH),
    /** The permission the approver needs. */
    permission: requiredText(NAME_LENGTH),
    action: requiredText(NAME_LENGTH),
    entity: requiredText(NAME_LENGTH),
    entity_id: integer(),
    changes: jsonb().$type<ApprovalChange[]>().notNull(),
    /** The rows next to which the panel shows the pending request, such as `transaction:7`. */
    concerns: text().array().notNull(),
    /** Parameters and body of the call, encrypted; empty once it is decided. */
    input: text().notNull(),
    /** SHA-256 of what was read and of what would be written. */
    fingerprint: char({ length: 64 }).notNull(),
    reason: requiredText(LONG_TEXT_LENGTH),
    /**
     * What the same administrator wrote alone within a day, for the investor or as payments from anyone's cash,
     * including this write; null if the write needs approval on its own.
     */
    sum_of_day: moneyColumn(),
    /** For a watchlist, in addition to its changes: those are in the audit log too, which contains no names. */
    list_changes: jsonb().$type<WatchlistChanges>(),
    /** Effect on investors' cash; empty if it changes no one's. */
    cash: jsonb().$type<CashEffect[]>().notNull().default([]),
    /** An uploaded file in storage; empty without one, and once decided. */
    filename: optionalText(NAME_LENGTH),
    file_name: optionalText(URL_LENGTH),
    file_size: bigint({ mode: 'number' }).notNull().default(0),
    file_sha256: varchar({ length: 64 }).notNull().default(''),
    proposed_by: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'restrict' }),
    proposed_at: createdAt(),
    expires_at: timestampColumn().notNull(),
    state: text({ enum: approvalStatuses }).notNull().default('waiting'),
    decided_by: integer().references(() => admins.id, { onDelete: 'restrict' }),
    decided_at: timestampColumn(),
    decision_reason: optionalText(LONG_TEXT_LENGTH),
    /** Ids of the audit log entries made by the approved write; empty unless approved. */
    audit_entries: integer().array().notNull().default([]),
  },
  (t) => [
    isOneOfCheck(t.state, approvalStatuses),
    check('approvals_decided', sql`(${t.state} = 'waiting') = (${t.decided_at} is null)`),
    check(
      'approvals_two_people',
      sql`${t.state} not in ('approved', 'refused') or (${t.decided_by} is not null and ${t.decided_by} <> ${t.proposed_by})`,
    ),
    // One at a time for an existing row: its basis changes with the first approval.
    uniqueIndex('approvals_one_of_a_row').on(t.entity, t.entity_id, t.action).where(sql`state = 'waiting'`),
    index('approvals_newest').on(newestFirst(t.proposed_at), newestFirst(t.id)),
    index('approvals_waiting').on(t.expires_at).where(sql`state = 'waiting'`),
    // The approval requests that concern an investor.
    index('approvals_concerns').using('gin', t.concerns),
    index('approvals_audit_entries').using('gin', t.audit_entries),
    index('approvals_proposed_by').on(t.proposed_by),
    index('approvals_filename').on(t.filename).where(sql`filename <> ''`),
  ],
)
