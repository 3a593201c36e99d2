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
  EMAIL_LENGTH,
  isInRangeCheck,
  isNonEmptySubsetCheck,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  moneyColumn,
  NAME_LENGTH,
  optionalText,
  PHONE_LENGTH,
  requiredText,
  timestampColumn,
  URL_LENGTH,
  updatedAt,
} from './column-types.ts'

/** One row, with `id` 1. */
export const settings = pgTable(
  'settings',
  {
    id: smallint().primaryKey().default(1),
    site_name: requiredText(NAME_LENGTH),
    site_description: optionalText(LONG_TEXT_LENGTH),
    primary_color: varchar({ length: 7 }).notNull().default('#f97316'),
    secondary_color: varchar({ length: 7 }).notNull().default('#ea580c'),
    company_address: optionalText(URL_LENGTH),
    /** The issuer's payment account for approved subscriptions. Shown to investors with a payment due. */
    payment_account: optionalText(URL_LENGTH),
    /** Transactions and portfolio changes above this amount need a second administrator. */
    four_eyes_amount: moneyColumn().notNull().default('10000.00'),
    /** Maximum reserved by an unverified investor, across all series. */
    unverified_reservation: moneyColumn().notNull().default('10000.00'),
    /** Match threshold in percent for an investor and a name on the watchlist. */
    screening_threshold: smallint().notNull().default(85),
    date_format: text({ enum: dateFormats }).notNull().default('MM/DD/YY'),
    /** Business days in which a submitted verification is to be decided. */
    verification_target_days: smallint().notNull().default(2),
    updated_at: updatedAt(),
  },
  (t) => [
    check('settings_single_row', sql`${t.id} = 1`),
    isNotBlankCheck(t.site_name),
    isInRangeCheck(t.four_eyes_amount, '>= 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.unverified_reservation, '>= 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.screening_threshold, '>= 50', '<= 100'),
    isOneOfCheck(t.date_format, dateFormats),
    isInRangeCheck(t.verification_target_days, '>= 1', '<= 60'),
    check('settings_primary_color_hex', sql`${t.primary_color} ~ '^#[0-9A-Fa-f]{6}$'`),
    check('settings_secondary_color_hex', sql`${t.secondary_color} ~ '^#[0-9A-Fa-f]{6}$'`),
  ],
)

/** The announcement on all pages: one row with `id` 1, or none. */
export const banners = pgTable(
  'banners',
  {
    id: smallint().primaryKey().default(1),
    text: requiredText(URL_LENGTH),
    /** Start and end of the announced event. It is shown until the end. */
    from: timestampColumn().notNull(),
    to: timestampColumn().notNull(),
    updated_at: updatedAt(),
  },
  (t) => [
    check('banners_single_row', sql`${t.id} = 1`),
    isNotBlankCheck(t.text),
    check('banners_in_order', sql`${t.from} < ${t.to}`),
  ],
)

/**
 * Steps of the first start. Pending steps are recorded with the first rows, so that an interrupted start is completed
 * by the next one. An installation from before this table has none and nothing to complete.
 */
export const firstStartSteps = pgTable(
  'first_start_steps',
  {
    step: text({ enum: firstSteps }).primaryKey(),
    /** Null until the step is complete. */
    done_at: timestampColumn(),
  },
  (t) => [isOneOfCheck(t.step, firstSteps)],
)

export const contactDepartments = pgTable(
  'contact_departments',
  {
    department: varchar({ length: NAME_LENGTH }).primaryKey(),
    email: optionalText(EMAIL_LENGTH),
    phone: optionalText(PHONE_LENGTH),
    whatsapp: optionalText(URL_LENGTH),
    linkedin: optionalText(URL_LENGTH),
    telegram: optionalText(URL_LENGTH),
    hours: optionalText(URL_LENGTH),
    description: optionalText(LONG_TEXT_LENGTH),
    /** Business hours of the department, for its response targets; `hours` is the text for visitors. */
    open_days: text({ enum: weekdays }).array().notNull().default(['mon', 'tue', 'wed', 'thu', 'fri']),
    open_from: varchar({ length: 5 }).notNull().default('09:00'),
    open_to: varchar({ length: 5 }).notNull().default('18:00'),
    time_zone: varchar({ length: NAME_LENGTH }).notNull().default('America/Los_Angeles'),
    /** Targets in business hours; null for none. */
    first_answer_hours: integer(),
    resolution_hours: integer(),
    updated_at: updatedAt(),
  },
  (t) => [
    check('contact_departments_department_words', sql`${t.department} ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'`),
    isNonEmptySubsetCheck(t.open_days, weekdays),
    check('contact_departments_open_from_clock', sql`${t.open_from} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('contact_departments_open_to_clock', sql`${t.open_to} ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'`),
    check('contact_departments_open_in_order', sql`${t.open_from} < ${t.open_to}`),
    check(
      'contact_departments_targets',
      sql`${t.first_answer_hours} between 1 and 720 and ${t.resolution_hours} between 1 and 720`,
    ),
  ],
)

/** Whether readers found a documentation page helpful: one row per reader and page, without personal data. */
export const pageVotes = pgTable(
  'page_votes',
  {
    slug: requiredText(NAME_LENGTH),
    /** Keyed SHA-256 of the page and the browser's random id. */
    reader_hash: char({ length: 43 }).notNull(),
    helpful: boolean().notNull(),
    voted_at: timestampColumn().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.slug, t.reader_hash] })],
)
