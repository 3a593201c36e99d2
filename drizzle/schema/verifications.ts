/** Verification of investors: what they said, what was decided about it, and the evidence, which is stored encrypted. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  evidenceItems,
  evidenceTypes,
  itemDecisions,
  riskRatings,
  scanStates,
  verificationActors,
  verificationItems,
  verificationKinds,
  verificationStates,
} from '#shared/enums/verifications'
import { admins, users } from './accounts.ts'
import {
  createdAt,
  id,
  instant,
  LONG_TEXT,
  line,
  newestFirst,
  oneOf,
  optionalLine,
  updatedAt,
} from './columns.ts'

/** Longest name of a file that a person gave. */
const FILE_NAME = 255

/** One row for each investor, made with the account by the trigger `begin_verification`. */
export const verifications = pgTable(
  'verifications',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: verificationStates }).notNull().default('not_started'),
    kind: text({ enum: verificationKinds }).notNull().default('person'),
    /** What was entered, as `Answers` of the contract. Personal: erased with the account. */
    answers: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** When they were changed last; two windows that edit them find out about each other by it. */
    answered_at: createdAt(),
    /** Of the refusal, for the investor to read. */
    reason: optionalLine(LONG_TEXT),
    /** Whether an administrator has set the mark of the account without these steps, and why. */
    by_hand: boolean().notNull().default(false),
    hand_reason: optionalLine(LONG_TEXT),
    risk: text({ enum: riskRatings }),
    risk_grounds: optionalLine(LONG_TEXT),
    /** Ids of the checks that are done, see `content/compliance/checklist.yaml`. */
    checks: jsonb().$type<string[]>().notNull().default([]),
    assigned_to: integer().references(() => admins.id, { onDelete: 'set null' }),
    submitted_at: instant(),
    decided_at: instant(),
    /** The last day on which it counts. */
    verified_until: date({ mode: 'string' }),
    /** The reminder that was sent last, in days before the end. */
    reminded: smallint(),
    /** When the account was deleted; the evidence is kept for a while after that. */
    closed_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('verifications_queue').on(t.state, t.submitted_at, t.user_id),
    // What waits for the desk, oldest first.
    index('verifications_waiting')
      .on(t.submitted_at, t.user_id)
      .where(sql`state in ('submitted', 'in_review') and closed_at is null`),
    index('verifications_of_admin').on(t.assigned_to),
    index('verifications_end').on(t.verified_until).where(sql`${t.verified_until} is not null`),
    oneOf(t.state, verificationStates),
    oneOf(t.kind, verificationKinds),
    check('verifications_risk_known', sql`${t.risk} is null or ${t.risk} in ('low', 'medium', 'high')`),
    check(
      'verifications_submitted_when_decided',
      sql`${t.state} not in ('submitted', 'in_review', 'needs_more') or ${t.submitted_at} is not null`,
    ),
  ],
)

/** What was decided about an item. Without a row nothing is, or the investor has changed the item since. */
export const verificationDecisions = pgTable(
  'verification_decisions',
  {
    user_id: integer()
      .notNull()
      .references(() => verifications.user_id, { onDelete: 'cascade' }),
    item: text({ enum: verificationItems }).notNull(),
    decision: text({ enum: itemDecisions }).notNull(),
    /** For the investor to read. */
    reason: optionalLine(LONG_TEXT),
    /** Whether the investor has changed an item that is asked for again. */
    is_answered: boolean().notNull().default(false),
    decided_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.item] }),
    oneOf(t.item, verificationItems),
    oneOf(t.decision, itemDecisions),
    check('verification_decisions_reason', sql`${t.decision} <> 'needs_more' or btrim(${t.reason}) <> ''`),
  ],
)

/** What happened, oldest first: for administrators. */
export const verificationSteps = pgTable(
  'verification_steps',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => verifications.user_id, { onDelete: 'cascade' }),
    /** Such as `submitted`, `accept_item`, `verify`. */
    action: line(40),
    item: varchar({ length: 40 }),
    by: text({ enum: verificationActors }).notNull(),
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    reason: optionalLine(LONG_TEXT),
    at: createdAt(),
  },
  (t) => [
    index('verification_steps_of_user').on(t.user_id, t.id),
    index('verification_steps_newest').on(t.user_id, newestFirst(t.at), newestFirst(t.id)),
    index('verification_steps_of_admin').on(t.admin_id),
    oneOf(t.by, verificationActors),
  ],
)

/** A file of evidence. Its bytes are encrypted with a key of its own, which is stored here encrypted by `EVIDENCE_KEY`. */
export const verificationFiles = pgTable(
  'verification_files',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => verifications.user_id, { onDelete: 'cascade' }),
    item: text({ enum: evidenceItems }).notNull(),
    /** As its owner named it. Personal: erased with the account. */
    name: line(FILE_NAME),
    media_type: text({ enum: evidenceTypes }).notNull(),
    /** Bytes before encryption. */
    size: integer().notNull(),
    /** Where the encrypted bytes are in the storage of uploads. */
    filename: line(FILE_NAME),
    wrapped_key: line(FILE_NAME),
    scanned: text({ enum: scanStates }).notNull(),
    created_at: createdAt(),
  },
  (t) => [
    index('verification_files_of_user').on(t.user_id, t.id),
    uniqueIndex('verification_files_filename_unique').on(t.filename),
    oneOf(t.item, evidenceItems),
    oneOf(t.media_type, evidenceTypes),
    oneOf(t.scanned, scanStates),
    check('verification_files_size_range', sql`${t.size} > 0 and ${t.size} <= 20000000`),
  ],
)
