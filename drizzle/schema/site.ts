import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from 'drizzle-orm/pg-core'
import { dateFormats, firstSteps, weekdays } from '#shared/enums/site'
import {
  AMOUNT_LIMIT,
  EMAIL,
  instant,
  LONG_TEXT,
  line,
  money,
  NAME,
  notBlank,
  oneOf,
  optionalLine,
  PHONE,
  someOf,
  URL,
  updatedAt,
  within,
} from './columns.ts'

/** One row, with `id` 1. */
export const settings = pgTable(
  'settings',
  {
    id: smallint().primaryKey().default(1),
    site_name: line(NAME),
    site_description: optionalLine(LONG_TEXT),
    primary_color: varchar({ length: 7 }).notNull().default('#f97316'),
    secondary_color: varchar({ length: 7 }).notNull().default('#ea580c'),
    company_address: optionalLine(URL),
    /** The issuer's account, to which approved subscriptions are paid. Shown to the investors who are to pay. */
    payment_account: optionalLine(URL),
    /** Transactions and changes of portfolios above it need a second administrator. */
    four_eyes_amount: money().notNull().default('10000.00'),
    /** What an investor who is not verified can reserve at most, over all series. */
    unverified_reservation: money().notNull().default('10000.00'),
    /** Percent from which an investor and a name of the screening list are taken for one person. */
    screening_threshold: smallint().notNull().default(85),
    date_format: text({ enum: dateFormats }).notNull().default('MM/DD/YY'),
    /** Business days in which a submitted verification is to be decided. */
    verification_target_days: smallint().notNull().default(2),
    updated_at: updatedAt(),
  },
  (t) => [
    check('settings_single_row', sql`${t.id} = 1`),
    notBlank(t.site_name),
    within(t.four_eyes_amount, '>= 0', `< ${AMOUNT_LIMIT}`),
    within(t.unverified_reservation, '>= 0', `< ${AMOUNT_LIMIT}`),
    within(t.screening_threshold, '>= 50', '<= 100'),
    oneOf(t.date_format, dateFormats),
    within(t.verification_target_days, '>= 1', '<= 60'),
    check('settings_primary_color_hex', sql`${t.primary_color} ~ '^#[0-9A-Fa-f]{6}$'`),
    check('settings_secondary_color_hex', sql`${t.secondary_color} ~ '^#[0-9A-Fa-f]{6}$'`),
  ],
)

/** The announcement on all pages: one row, with `id` 1, or none. */
export const banners = pgTable(
  'banners',
  {
    id: smallint().primaryKey().default(1),
    text: line(URL),
    /** When what it announces begins and ends. It is shown until the end. */
    from: instant().notNull(),
    to: instant().notNull(),
    updated_at: updatedAt(),
  },
  (t) => [
    check('banners_single_row', sql`${t.id} = 1`),
    notBlank(t.text),
    check('banners_in_order', sql`${t.from} < ${t.to}`),
  ],
)

/**
 * The steps of the first start. Those that are to be done are recorded with the first rows, so that a start which was
 * interrupted is completed by the next one. An installation of before this table has none, and nothing to complete.
 */
export const firstStartSteps = pgTable(
  'first_start_steps',
  {
    step: text({ enum: firstSteps }).primaryKey(),
    /** Null until the step is complete. */
    done_at: instant(),
  },
  (t) => [oneOf(t.step, firstSteps)],
)

export const contactDepartments = pgTable(
  'contact_departments',
  {
    department: varchar({ length: NAME }).primaryKey(),
    email: optionalLine(EMAIL),
    phone: optionalLine(PHONE),
    whatsapp: optionalLine(URL),
    linkedin: optionalLine(URL),
    telegram: optionalLine(URL),
    hours: optionalLine(URL),
    description: optionalLine(LONG_TEXT),
    /** When the department works, for the time in which it means to answer; `hours` are the words for visitors. */
    open_days: text({ enum: weekdays }).array().notNull().default(['mon', 'tue', 'wed', 'thu', 'fri']),
    open_from: varchar({ length: 5 }).notNull().default('09:00'),
    open_to: varchar({ length: 5 }).notNull().default('18:00'),
    time_zone: varchar({ length: NAME }).notNull().default('America/Los_Angeles'),
    /** Targets in hours of work; null without one. */
    first_answer_hours: integer(),
    resolution_hours: integer(),
    updated_at: updatedAt(),
  },
  (t) => [
    check('contact_departments_department_words', sql`${t.department} ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'`),
    someOf(t.open_days, weekdays),
    check('contact_departments_open_from_clock', sql`${t.open_from} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('contact_departments_open_to_clock', sql`${t.open_to} ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'`),
    check('contact_departments_open_in_order', sql`${t.open_from} < ${t.open_to}`),
    check(
      'contact_departments_targets',
      sql`${t.first_answer_hours} between 1 and 720 and ${t.resolution_hours} between 1 and 720`,
    ),
  ],
)

/** Whether readers found a documentation page helpful: one row for a reader and a page, without anything personal. */
export const pageVotes = pgTable(
  'page_votes',
  {
    slug: line(NAME),
    /** SHA-256 with a key, of the page and the random id of the browser. */
    reader_hash: char({ length: 43 }).notNull(),
    helpful: boolean().notNull(),
    voted_at: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.slug, t.reader_hash] })],
)
