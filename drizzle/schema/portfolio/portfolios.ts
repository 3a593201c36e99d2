import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { SYMBOL_LENGTH, tokens } from '#db/schema/catalog/tokens'
import {
  AMOUNT_LIMIT,
  createdAt,
  id,
  isInRangeCheck,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  moneyColumn,
  newestFirst,
  optionalText,
  requiredText,
  SUM_LIMIT,
  timestampColumn,
  updatedAt,
} from '#db/schema/column-types'
import { admins, users } from '#db/schema/identity/accounts'
import { activityTypes, NO_PENDING_INVESTMENT } from '#shared/enums/portfolios'

/** At most one per investor. */
export const portfolios = pgTable(
  'portfolios',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    total_value: moneyColumn().notNull().default('0'),
    total_invested: moneyColumn().notNull().default('0'),
    total_gains: moneyColumn().notNull().default('0'),
    active_investments: integer().notNull().default(0),
    /** Symbol of the requested token, or 'none'. */
    pending_investments: varchar({ length: SYMBOL_LENGTH }).notNull().default(NO_PENDING_INVESTMENT),
    /** When that token was requested. */
    pending_since: timestampColumn(),
    /** Symbol of the most recently rejected token request, until another one is made or approved. */
    rejected_symbol: varchar({ length: SYMBOL_LENGTH }),
    rejected_at: timestampColumn(),
    /** Shown to the investor; empty without a reason. */
    rejection_reason: optionalText(1000),
    /** Percent. */
    performance: numeric({ precision: 12, scale: 4 }).notNull().default('0'),
    /** False while the portfolio only contains an investor's request and no administrator has entered figures. */
    is_recorded: boolean().notNull().default(true),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('portfolios_user_unique').on(t.user_id),
    index('portfolios_pending').on(t.pending_since).where(sql`${t.pending_investments} <> 'none'`),
    isInRangeCheck(t.total_value, '>= 0', `< ${SUM_LIMIT}`),
    isInRangeCheck(t.total_invested, '>= 0', `< ${SUM_LIMIT}`),
    isInRangeCheck(t.total_gains, `> -${SUM_LIMIT}`, `< ${SUM_LIMIT}`),
    isInRangeCheck(t.active_investments, '>= 0', '<= 1000000'),
    isInRangeCheck(t.performance, '> -100000000', '< 100000000'),
    isNotBlankCheck(t.pending_investments),
  ],
)

/**
 * The value of a portfolio when figures were recorded: written by a trigger, shown as its chart. A portfolio created by
 * an investor's token request has none.
 */
export const portfolioValues = pgTable(
  'portfolio_values',
  {
    portfolio_id: integer()
      .notNull()
      .references(() => portfolios.id, { onDelete: 'cascade' }),
    recorded_at: timestampColumn().notNull(),
    total_value: moneyColumn().notNull(),
    total_invested: moneyColumn().notNull(),
    total_gains: moneyColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.portfolio_id, t.recorded_at] }),
    isInRangeCheck(t.total_value, '>= 0', `< ${SUM_LIMIT}`),
    isInRangeCheck(t.total_invested, '>= 0', `< ${SUM_LIMIT}`),
    isInRangeCheck(t.total_gains, `> -${SUM_LIMIT}`, `< ${SUM_LIMIT}`),
  ],
)

/**
 * Approved requests: an investor's tokens. `token_symbol` is the token's symbol at approval, and its last symbol once
 * it is deleted.
 */
export const investments = pgTable(
  'investments',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    token_id: integer().references(() => tokens.id, { onDelete: 'set null' }),
    token_symbol: requiredText(SYMBOL_LENGTH),
    requested_at: timestampColumn(),
    approved_at: timestampColumn().notNull().defaultNow(),
    approved_by: integer().references(() => admins.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('investments_of_user').on(t.user_id, newestFirst(t.approved_at), newestFirst(t.id)),
    index('investments_of_token').on(t.token_id),
    index('investments_of_admin').on(t.approved_by),
    isNotBlankCheck(t.token_symbol),
  ],
)

/** The recent activity of a portfolio. */
export const activities = pgTable(
  'activities',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: activityTypes }).notNull().default('activity'),
    description: requiredText(LONG_TEXT_LENGTH),
    net_growth: moneyColumn().notNull().default('0'),
    balance: moneyColumn().notNull().default('0'),
    activity_date: timestampColumn().notNull().defaultNow(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('activities_of_user').on(t.user_id, newestFirst(t.activity_date), newestFirst(t.id)),
    index('activities_newest').on(newestFirst(t.activity_date), newestFirst(t.id)),
    index('activities_by_creation').on(t.created_at, t.id),
    isOneOfCheck(t.type, activityTypes),
    isNotBlankCheck(t.description),
    isInRangeCheck(t.net_growth, `> -${AMOUNT_LIMIT}`, `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.balance, '>= 0', `< ${SUM_LIMIT}`),
  ],
)
