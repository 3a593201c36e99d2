/**
 * The register of holders: append-only, double entry, in units. Triggers enforce its rules (migration `register`), so
 * that no writer can bypass them:
 *
 * - a movement is added with all of its entries, which sum to zero in units and in cost;
 * - no holding falls below zero;
 * - units in issue never exceed the units in custody of the attestation in force, which must not have expired;
 * - nothing is changed or removed; a correction is a movement that reverses another one, once, and is final;
 * - a subscription has at most one issue that is not corrected;
 * - each entry contains the hash of the previous entry in its series.
 */
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { transactions } from '#db/schema/cash/transactions'
import { UNITS_LIMIT, unitsColumn } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import {
  AMOUNT_LIMIT,
  createdAt,
  id,
  isInRangeCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  moneyColumn,
  newestFirst,
  optionalText,
  timestampColumn,
} from '#db/schema/column-types'
import { admins, users } from '#db/schema/identity/accounts'
import type { HeldBackReason } from '#shared/enums/distributions'
import { movementTypes } from '#shared/enums/series'
import { subscriptions } from './subscriptions.ts'

const tokenId = () =>
  integer()
    .notNull()
    .references(() => tokens.id, { onDelete: 'restrict' })

/** One row per series: the end of its chain, and the lock that orders its movements. */
export const registerHeads = pgTable(
  'register_heads',
  {
    token_id: tokenId().primaryKey(),
    last_number: integer().notNull().default(0),
    last_hash: text().notNull().default(''),
    units_in_issue: unitsColumn().notNull().default('0'),
    /** Investors who hold units. */
    holders: integer().notNull().default(0),
  },
  (t) => [
    isInRangeCheck(t.units_in_issue, '>= 0', `< ${UNITS_LIMIT}`),
    check('register_heads_holders_range', sql`${t.holders} >= 0`),
  ],
)

export const registerMovements = pgTable(
  'register_movements',
  {
    id: id(),
    token_id: tokenId(),
    type: text({ enum: movementTypes }).notNull(),
    /** Set by a trigger: a movement is dated when it is recorded. */
    at: timestampColumn().notNull().defaultNow(),
    reason: optionalText(LONG_TEXT_LENGTH),
    /** The movement reversed by a correction. */
    reverses: integer().references((): AnyPgColumn => registerMovements.id, { onDelete: 'restrict' }),
    /** The subscription that an issue allots. */
    subscription_id: integer().references(() => subscriptions.id, { onDelete: 'restrict' }),
    /** Redemption proceeds in USD. */
    amount: moneyColumn(),
    admin_id: integer().references(() => admins.id, { onDelete: 'restrict' }),
  },
  (t) => [
    index('register_movements_of_token').on(t.token_id, newestFirst(t.id)),
    // The register at the end of a day.
    index('register_movements_of_day').on(t.token_id, t.at),
    index('register_movements_of_admin').on(t.admin_id),
    uniqueIndex('register_movements_reverses_unique').on(t.reverses),
    index('register_movements_of_subscription').on(t.subscription_id),
    isOneOfCheck(t.type, movementTypes),
    check(
      'register_movements_correction_reverses',
      sql`(${t.type} = 'correction') = (${t.reverses} is not null)`,
    ),
    check('register_movements_allots', sql`${t.subscription_id} is null or ${t.type} = 'issue'`),
    check('register_movements_redemption_pays', sql`(${t.type} = 'redemption') = (${t.amount} is not null)`),
    isInRangeCheck(t.amount, '>= 0', `< ${AMOUNT_LIMIT}`),
  ],
)

/**
 * Entries of movements. `user_id` is the holder; null is the account of unissued units, which mirrors all holdings.
 * `cost` is the holder's cost of the units in USD and moves with them.
 */
export const registerEntries = pgTable(
  'register_entries',
  {
    token_id: tokenId(),
    /** 1, 2, 3 … in each series, without gaps; by a trigger, like the hashes. */
    number: integer().notNull().default(0),
    movement_id: integer()
      .notNull()
      .references(() => registerMovements.id, { onDelete: 'restrict' }),
    user_id: integer().references(() => users.id, { onDelete: 'restrict' }),
    units: unitsColumn().notNull(),
    cost: moneyColumn().notNull(),
    prev_hash: text().notNull().default(''),
    hash: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.token_id, t.number] }),
    // One entry per account. `nulls not distinct`, because null is an account here.
    unique('register_entries_account_unique').on(t.movement_id, t.user_id).nullsNotDistinct(),
    index('register_entries_of_holder').on(t.user_id, t.token_id, newestFirst(t.number)),
    isInRangeCheck(t.units, `> -${UNITS_LIMIT}`, `< ${UNITS_LIMIT}`),
    check('register_entries_moves', sql`${t.units} <> 0`),
    check('register_entries_cost_with_units', sql`${t.cost} * sign(${t.units}) >= 0`),
    isInRangeCheck(t.cost, `> -${AMOUNT_LIMIT}`, `< ${AMOUNT_LIMIT}`),
  ],
)

/** The sum of a holder's entries in a series, maintained by the entries' trigger. Rows may be zero. */
export const holdings = pgTable(
  'holdings',
  {
    token_id: tokenId(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    units: unitsColumn().notNull(),
    cost: moneyColumn().notNull(),
    /** Effect of the movements on the holder's cash: redemption proceeds less the cost of allotted units. */
    cash_effect: numeric({ precision: 20, scale: 2 }).notNull(),
    /** Id of its last movement. */
    moved_at: timestampColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.token_id, t.user_id] }),
    index('holdings_of_user').on(t.user_id, t.token_id),
    // The cap table, largest first.
    index('holdings_largest').on(t.token_id, newestFirst(t.units), t.user_id).where(sql`${t.units} > 0`),
    isInRangeCheck(t.units, '>= 0', `< ${UNITS_LIMIT}`),
    isInRangeCheck(t.cost, '>= 0', `< ${AMOUNT_LIMIT}`),
    check('holdings_cost_of_units', sql`${t.units} > 0 or ${t.cost} = 0`),
  ],
)

/** An unpaid share of a distribution, and why. */
export interface HeldBackShare {
  user_id: number
  units: string
  amount: string
  because: HeldBackReason
}

/** Distributions paid to the holders on a record date, append-only. */
export const distributions = pgTable(
  'distributions',
  {
    id: id(),
    token_id: tokenId(),
    /** Holders as of the end of this day (UTC). */
    record_date: date().notNull(),
    amount_per_unit: numeric({ precision: 20, scale: 6 }).notNull(),
    /** Total paid, without the shares held back. */
    total: moneyColumn().notNull(),
    held_back: jsonb().$type<HeldBackShare[]>().notNull().default([]),
    reason: optionalText(LONG_TEXT_LENGTH),
    admin_id: integer().references(() => admins.id, { onDelete: 'restrict' }),
    created_at: createdAt(),
  },
  (t) => [
    index('distributions_of_token').on(t.token_id, newestFirst(t.id)),
    index('distributions_of_admin').on(t.admin_id),
    isInRangeCheck(t.amount_per_unit, '> 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.total, '> 0', `< ${AMOUNT_LIMIT}`),
  ],
)

/** Payments to each holder and the transactions that booked them, append-only. */
export const distributionLines = pgTable(
  'distribution_lines',
  {
    distribution_id: integer()
      .notNull()
      .references(() => distributions.id, { onDelete: 'restrict' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    units: unitsColumn().notNull(),
    amount: moneyColumn().notNull(),
    transaction_id: integer()
      .notNull()
      .references(() => transactions.id, { onDelete: 'restrict' }),
  },
  (t) => [
    primaryKey({ columns: [t.distribution_id, t.user_id] }),
    uniqueIndex('distribution_lines_transaction_unique').on(t.transaction_id),
    index('distribution_lines_of_user').on(t.user_id),
    isInRangeCheck(t.units, '> 0', `< ${UNITS_LIMIT}`),
    isInRangeCheck(t.amount, '> 0', `< ${AMOUNT_LIMIT}`),
  ],
)

/** Reversed distributions, append-only: all their payments are cancelled. */
export const distributionReversals = pgTable(
  'distribution_reversals',
  {
    distribution_id: integer()
      .primaryKey()
      .references(() => distributions.id, { onDelete: 'restrict' }),
    reason: optionalText(LONG_TEXT_LENGTH),
    admin_id: integer().references(() => admins.id, { onDelete: 'restrict' }),
    created_at: createdAt(),
  },
  (t) => [index('distribution_reversals_of_admin').on(t.admin_id)],
)
