/** Screening of investors against a list of names: sanctions, politically exposed persons. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { hitStates } from '#shared/enums/screening'
import { admins, users } from './accounts.ts'
import { approvals } from './approvals.ts'
import {
  createdAt,
  id,
  instant,
  LONG_TEXT,
  line,
  NAME,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  updatedAt,
  within,
} from './columns.ts'

/** Longest name on a list, and of a file. */
const LONG_NAME = 255
/** A day, a month or a year, as the list has it. */
const BIRTH = 10
const SHA256 = 64

/** The list that was uploaded last: one row, with `id` 1, or none while nobody is screened. */
export const screeningLists = pgTable(
  'screening_lists',
  {
    id: smallint().primaryKey().default(1),
    /** Grows with every list, so that investors screened against an earlier one are found. */
    version: integer().notNull().default(1),
    filename: optionalLine(LONG_NAME),
    entries: integer().notNull(),
    uploaded_by: integer().references(() => admins.id, { onDelete: 'set null' }),
    /** When it was taken over: with its approval where there is one. */
    uploaded_at: instant().notNull().defaultNow(),
    /** The proposal that was approved; null where nobody had to approve it. */
    approval_id: integer().references(() => approvals.id, { onDelete: 'set null' }),
  },
  (t) => [check('screening_lists_single_row', sql`${t.id} = 1`)],
)

/** A name of an entry. An entry with several names has several rows. */
export const screeningNames = pgTable(
  'screening_names',
  {
    id: id(),
    list: line(NAME),
    entry_id: line(NAME),
    name: line(LONG_NAME),
    /** `1962`, `1962-03` or `1962-03-02`; empty when unknown. */
    birth_date: optionalLine(BIRTH),
  },
  (t) => [index('screening_names_of_entry').on(t.list, t.entry_id), notBlank(t.name)],
)

/** When an investor was screened last: under which name, and against which list. */
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
    screened_at: instant().notNull().defaultNow(),
  },
  (t) => [index('screenings_by_version').on(t.version)],
)

/** An investor who may be an entry of the list. One row for both, decided once unless the entry changes. */
export const screeningHits = pgTable(
  'screening_hits',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: line(NAME),
    entry_id: line(NAME),
    /** The name on the list that fits best, and its birth date. */
    entry_name: line(LONG_NAME),
    entry_birth_date: optionalLine(BIRTH),
    /** SHA-256 of all names and dates of the entry: another one is another entry. */
    entry_hash: line(SHA256),
    /** The investor as screened. */
    user_name: line(LONG_NAME),
    user_birth_date: optionalLine(BIRTH),
    /** SHA-256 of the identity that was compared: a dismissed match of another identity is opened again. */
    user_identity: varchar({ length: SHA256 }).notNull().default(''),
    /** Percent. */
    score: smallint().notNull(),
    state: text({ enum: hitStates }).notNull().default('open'),
    reason: optionalLine(LONG_TEXT),
    decided_by: integer().references(() => admins.id, { onDelete: 'restrict' }),
    decided_at: instant(),
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
    oneOf(t.state, hitStates),
    within(t.score, '>= 0', '<= 100'),
    check(
      'screening_hits_decided',
      sql`(${t.state} = 'open') = (${t.decided_at} is null) and (${t.state} = 'open' or btrim(${t.reason}) <> '')`,
    ),
  ],
)
