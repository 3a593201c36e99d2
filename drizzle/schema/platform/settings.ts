import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, text, varchar } from 'drizzle-orm/pg-core'
import {
  AMOUNT_LIMIT,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  moneyColumn,
  NAME_LENGTH,
  optionalText,
  requiredText,
  timestampColumn,
  URL_LENGTH,
  updatedAt,
} from '#db/schema/column-types'
import { dateFormats, firstSteps } from '#shared/enums/site'

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
