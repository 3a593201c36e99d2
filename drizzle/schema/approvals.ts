/** Writes that one administrator has proposed and a second one decides. */
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
import { approvalStates } from '#shared/enums/approvals'
import { admins } from './accounts.ts'
import {
  createdAt,
  id,
  instant,
  LONG_TEXT,
  line,
  money,
  NAME,
  newestFirst,
  oneOf,
  optionalLine,
  URL,
} from './columns.ts'

/** The cash of an investor before and after a proposed booking. */
export interface CashEffect {
  user_id: number
  balance: string
  reserved: string
  balance_after: string
  reserved_after: string
  /** Of a booking that is dated back: the lowest balance of the days since. */
  lowest?: { since: string; day: string; balance: string; balance_after: string }
}

/** One row that a proposal changes, as the audit log names it. */
export interface ProposedChange {
  action: string
  entity: string
  /** Null where the row does not exist yet. */
  entity_id: number | null
  before: unknown
  after: unknown
}

/** A name of a screening list, as its file has it. */
export interface ChangedName {
  list: string
  entry_id: string
  name: string
  /** Empty when unknown. */
  birth_date: string
}

/** How many names come or go, and the first of them. */
export interface ChangedNames {
  count: number
  names: ChangedName[]
}

/** What a proposed screening list changes, compared with the list in force. */
export interface ListChanges {
  added: ChangedNames
  removed: ChangedNames
}

/** What is proposed never changes; only a decision is added, once. */
export const approvals = pgTable(
  'approvals',
  {
    id: id(),
    /** Method and path of the call, as the contract has it. */
    call: line(URL),
    /** What the second administrator must be allowed to do. */
    permission: line(NAME),
    action: line(NAME),
    entity: line(NAME),
    entity_id: integer(),
    changes: jsonb().$type<ProposedChange[]>().notNull(),
    /** The rows beside which the panel shows that it waits, such as `transaction:7`. */
    concerns: text().array().notNull(),
    /** Parameters and body of the call, encrypted; empty once it is decided. */
    input: text().notNull(),
    /** SHA-256 of what was read and of what would be written. */
    fingerprint: char({ length: 64 }).notNull(),
    reason: line(LONG_TEXT),
    /**
     * What the same administrator wrote alone within a day, for the investor or to take money out of the cash of all,
     * this included; null where it needs two by itself.
     */
    sum_of_day: money(),
    /** Of a screening list, beside its changes: these are in the audit log too, which has no names. */
    list_changes: jsonb().$type<ListChanges>(),
    /** What it does to the cash of investors; empty where it changes nobody's. */
    cash: jsonb().$type<CashEffect[]>().notNull().default([]),
    /** Of the file of an upload in the storage; empty without one, and once it is decided. */
    filename: optionalLine(NAME),
    file_name: optionalLine(URL),
    file_size: bigint({ mode: 'number' }).notNull().default(0),
    file_sha256: varchar({ length: 64 }).notNull().default(''),
    proposed_by: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'restrict' }),
    proposed_at: createdAt(),
    expires_at: instant().notNull(),
    state: text({ enum: approvalStates }).notNull().default('waiting'),
    decided_by: integer().references(() => admins.id, { onDelete: 'restrict' }),
    decided_at: instant(),
    decision_reason: optionalLine(LONG_TEXT),
    /** Ids of the entries of the audit log that the approved write made; empty unless it is approved. */
    audit_entries: integer().array().notNull().default([]),
  },
  (t) => [
    oneOf(t.state, approvalStates),
    check('approvals_decided', sql`(${t.state} = 'waiting') = (${t.decided_at} is null)`),
    check(
      'approvals_two_people',
      sql`${t.state} not in ('approved', 'refused') or (${t.decided_by} is not null and ${t.decided_by} <> ${t.proposed_by})`,
    ),
    // One at a time for a row that exists: what it is based on changes with the first that is approved.
    uniqueIndex('approvals_one_of_a_row').on(t.entity, t.entity_id, t.action).where(sql`state = 'waiting'`),
    index('approvals_newest').on(newestFirst(t.proposed_at), newestFirst(t.id)),
    index('approvals_waiting').on(t.expires_at).where(sql`state = 'waiting'`),
    // The proposals that concern an investor.
    index('approvals_concerns').using('gin', t.concerns),
    index('approvals_audit_entries').using('gin', t.audit_entries),
    index('approvals_proposed_by').on(t.proposed_by),
    index('approvals_filename').on(t.filename).where(sql`filename <> ''`),
  ],
)
