/** Investor verification: answers, decisions, and the evidence, which is stored encrypted. */
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
  createdAt,
  id,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  timestampColumn,
  updatedAt,
} from '#db/schema/column-types'
import { admins, users } from '#db/schema/identity/accounts'
import {
  accountHolderTypes,
  evidenceItems,
  evidenceTypes,
  itemDecisions,
  riskRatings,
  scanStatuses,
  verificationActors,
  verificationItems,
  verificationStatuses,
} from '#shared/enums/verifications'

/** Maximum length of a file name given by a person. */
const FILE_NAME = 255

/** One row per investor, created with the account by the trigger `begin_verification`. */
export const verifications = pgTable(
  'verifications',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: verificationStatuses }).notNull().default('not_started'),
    kind: text({ enum: accountHolderTypes }).notNull().default('person'),
    /** The answers, as `Answers` in the contract. Personal: erased with the account. */
    answers: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** When they were last changed, by which two windows editing them notice each other. */
    answered_at: createdAt(),
    /** Reason for the rejection, shown to the investor. */
    reason: optionalText(LONG_TEXT_LENGTH),
    /** Whether an administrator has verified the account manually, without these steps, and why. */
    by_hand: boolean().notNull().default(false),
    hand_reason: optionalText(LONG_TEXT_LENGTH),
    risk: text({ enum: riskRatings }),
    risk_grounds: optionalText(LONG_TEXT_LENGTH),
    /** Ids of completed checks, see `content/compliance/checklist.yaml`. */
    checks: jsonb().$type<string[]>().notNull().default([]),
    assigned_to: integer().references(() => admins.id, { onDelete: 'set null' }),
    submitted_at: timestampColumn(),
    decided_at: timestampColumn(),
    /** The last day on which it is valid. */
    verified_until: date({ mode: 'string' }),
    /** The last reminder sent, in days before expiry. */
    reminded: smallint(),
    /** When the account was deleted; the evidence is kept for a while after that. */
    closed_at: timestampColumn(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('verifications_queue').on(t.state, t.submitted_at, t.user_id),
    // Verifications awaiting a decision, oldest first.
    index('verifications_waiting')
      .on(t.submitted_at, t.user_id)
      .where(sql`state in ('submitted', 'in_review') and closed_at is null`),
    index('verifications_of_admin').on(t.assigned_to),
    index('verifications_end').on(t.verified_until).where(sql`${t.verified_until} is not null`),
    isOneOfCheck(t.state, verificationStatuses),
    isOneOfCheck(t.kind, accountHolderTypes),
    check('verifications_risk_known', sql`${t.risk} is null or ${t.risk} in ('low', 'medium', 'high')`),
    check(
      'verifications_submitted_when_decided',
      sql`${t.state} not in ('submitted', 'in_review', 'needs_more') or ${t.submitted_at} is not null`,
    ),
  ],
)

/** The decision on an item. No row means undecided, or changed by the investor since. */
export const verificationDecisions = pgTable(
  'verification_decisions',
  {
    user_id: integer()
      .notNull()
      .references(() => verifications.user_id, { onDelete: 'cascade' }),
    item: text({ enum: verificationItems }).notNull(),
    decision: text({ enum: itemDecisions }).notNull(),
    /** Shown to the investor. */
    reason: optionalText(LONG_TEXT_LENGTH),
    /** Whether the investor has changed an item for which more information was requested. */
    is_answered: boolean().notNull().default(false),
    decided_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.item] }),
    isOneOfCheck(t.item, verificationItems),
    isOneOfCheck(t.decision, itemDecisions),
    check('verification_decisions_reason', sql`${t.decision} <> 'needs_more' or btrim(${t.reason}) <> ''`),
  ],
)

/** The history, oldest first, for administrators. */
export const verificationSteps = pgTable(
  'verification_steps',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => verifications.user_id, { onDelete: 'cascade' }),
    /** Such as `submitted`, `accept_item`, `verify`. */
    action: requiredText(40),
    item: varchar({ length: 40 }),
    by: text({ enum: verificationActors }).notNull(),
    admin_id: integer().references(() => admins.id, { onDelete: 'set null' }),
    reason: optionalText(LONG_TEXT_LENGTH),
    at: createdAt(),
  },
  (t) => [
    index('verification_steps_of_user').on(t.user_id, t.id),
    index('verification_steps_newest').on(t.user_id, newestFirst(t.at), newestFirst(t.id)),
    index('verification_steps_of_admin').on(t.admin_id),
    isOneOfCheck(t.by, verificationActors),
  ],
)

/** An evidence file. Its bytes are encrypted with its own key, which is stored here encrypted with `EVIDENCE_KEY`. */
export const verificationFiles = pgTable(
  'verification_files',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => verifications.user_id, { onDelete: 'cascade' }),
    item: text({ enum: evidenceItems }).notNull(),
    /** As named by its owner. Personal: erased with the account. */
    name: requiredText(FILE_NAME),
    media_type: text({ enum: evidenceTypes }).notNull(),
    /** Bytes before encryption. */
    size: integer().notNull(),
    /** Path of the encrypted bytes in upload storage. */
    filename: requiredText(FILE_NAME),
    wrapped_key: requiredText(FILE_NAME),
    scanned: text({ enum: scanStatuses }).notNull(),
    created_at: createdAt(),
    /** When its owner removed or replaced it after compliance had received it: kept as evidence of the decision. */
    replaced_at: timestampColumn(),
  },
  (t) => [
    index('verification_files_of_user').on(t.user_id, t.id),
    uniqueIndex('verification_files_filename_unique').on(t.filename),
    isOneOfCheck(t.item, evidenceItems),
    isOneOfCheck(t.media_type, evidenceTypes),
    isOneOfCheck(t.scanned, scanStatuses),
    check('verification_files_size_range', sql`${t.size} > 0 and ${t.size} <= 20000000`),
  ],
)
