/** Screening of investors against a watchlist: sanctions, politically exposed persons. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import {
  createdAt,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  requiredText,
  timestampColumn,
  updatedAt,
} from '#db/schema/column-types'
import { approvals } from '#db/schema/desk/approvals'
import { admins, users } from '#db/schema/identity/accounts'
import { matchStatuses } from '#shared/enums/screening'

/** Maximum length of a name on a watchlist, and of a file name. */
const LONG_NAME = 255
/** A day, a month or a year, as in the watchlist. */
const BIRTH = 10
const SHA256 = 64

/** The most recent watchlist: one row with `id` 1, or none while no one is screened. */
export const screeningLists = pgTable(
  'screening_lists',
  {
    id: smallint().primaryKey().default(1),
    /** Grows with every watchlist, so that investors screened against an earlier one are found. */
    version: integer().notNull().default(1),
    filename: optionalText(LONG_NAME),
    entries: integer().notNull(),
    uploaded_by: integer().references(() => admins.id, { onDelete: 'set null' }),
    /** When it took effect: on approval, if there is one. */
    uploaded_at: timestampColumn().notNull().defaultNow(),
    /** The approval request; null if no approval was needed. */
    approval_id: integer().references(() => approvals.id, { onDelete: 'set null' }),
  },
  (t) => [check('screening_lists_single_row', sql`${t.id} = 1`)],
)

/** A name of an entry. An entry with several names has several rows. */
export const screeningNames = pgTable(
  'screening_names',
  {
    id: id(),
    list: requiredText(NAME_LENGTH),
    entry_id: requiredText(NAME_LENGTH),
    name: requiredText(LONG_NAME),
    /** `1962`, `1962-03` or `1962-03-02`; empty if unknown. */
    birth_date: optionalText(BIRTH),
  },
  (t) => [index('screening_names_of_entry').on(t.list, t.entry_id), isNotBlankCheck(t.name)],
)

/** An investor's last screening: when, under which name, and against which watchlist. */
export const screenings = pgTable(
  'screenings',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    threshold: smallint().notNull(),
    /** SHA-256 of the name and the birth date. */
    identity: varchar({ length: SHA256 }).notNull(),
    screened_at: timestampColumn().notNull().defaultNow(),
  },
  (t) => [index('screenings_by_version').on(t.version)],
)

/** An investor who may be an entry of the watchlist. One row per pair, decided once unless the entry changes. */
export const screeningHits = pgTable(
  'screening_hits',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: requiredText(NAME_LENGTH),
    entry_id: requiredText(NAME_LENGTH),
    /** The best matching name on the watchlist, and its birth date. */
    entry_name: requiredText(LONG_NAME),
    entry_birth_date: optionalText(BIRTH),
    /** SHA-256 of all names and dates of the entry: any change makes it a different entry. */
    entry_hash: requiredText(SHA256),
    /** The investor as screened. */
    user_name: requiredText(LONG_NAME),
    user_birth_date: optionalText(BIRTH),
    /** SHA-256 of the identity compared: a cleared match reopens if the identity changes. */
    user_identity: varchar({ length: SHA256 }).notNull().default(''),
    /** Percent. */
    score: smallint().notNull(),
    state: text({ enum: matchStatuses }).notNull().default('open'),
    reason: optionalText(LONG_TEXT_LENGTH),
    decided_by: integer().references(() => admins.id, { onDelete: 'restrict' }),
    decided_at: timestampColumn(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('screening_hits_once').on(t.user_id, t.list, t.entry_id),
    index('screening_hits_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    // In the order in which they are decided.
    index('screening_hits_by_likeness')
      .on(sql`${t.score} desc`, t.created_at, t.id)
      .where(sql`${t.state} = 'open'`),
    isOneOfCheck(t.state, matchStatuses),
    isInRangeCheck(t.score, '>= 0', '<= 100'),
    check(
      'screening_hits_decided',
      sql`(${t.state} = 'open') = (${t.decided_at} is null) and (${t.state} = 'open' or btrim(${t.reason}) <> '')`,
    ),
  ],
)
