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
import { activityTypes } from '#shared/enums/portfolios'
import { admins, users } from './accounts.ts'
import {
  AMOUNT_LIMIT,
  createdAt,
  id,
  instant,
  LONG_TEXT,
  line,
  money,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  SUM_LIMIT,
  updatedAt,
  within,
} from './columns.ts'
import { SYMBOL, tokens } from './tokens.ts'

export const NO_PENDING_INVESTMENT = 'none'

/** One for each investor, at most. */
export const portfolios = pgTable(
  'portfolios',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    total_value: money().notNull().default('0'),
    total_invested: money().notNull().default('0'),
    total_gains: money().notNull().default('0'),
    active_investments: integer().notNull().default(0),
    /** Symbol of the requested token, or 'none'. */
    pending_investments: varchar({ length: SYMBOL }).notNull().default(NO_PENDING_INVESTMENT),
    /** When that token was requested. */
    pending_since: instant(),
    /** Symbol of the token whose request was rejected last, until another one is requested or approved. */
    rejected_symbol: varchar({ length: SYMBOL }),
    rejected_at: instant(),
    /** What the investor is told; empty without a reason. */
    rejection_reason: optionalLine(1000),
    /** Percent. */
    performance: numeric({ precision: 12, scale: 4 }).notNull().default('0'),
    /** False while the portfolio only contains an investor's request: no administrator has entered figures. */
    is_recorded: boolean().notNull().default(true),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    uniqueIndex('portfolios_user_unique').on(t.user_id),
    index('portfolios_pending').on(t.pending_since).where(sql`${t.pending_investments} <> 'none'`),
    within(t.total_value, '>= 0', `< ${SUM_LIMIT}`),
    within(t.total_invested, '>= 0', `< ${SUM_LIMIT}`),
    within(t.total_gains, `> -${SUM_LIMIT}`, `< ${SUM_LIMIT}`),
    within(t.active_investments, '>= 0', '<= 1000000'),
    within(t.performance, '> -100000000', '< 100000000'),
    notBlank(t.pending_investments),
  ],
)

/**
 * The value of a portfolio when figures were recorded: written by a trigger, drawn as its chart. A portfolio that an
 * investor made by requesting a token has none.
 */
export const portfolioValues = pgTable(
  'portfolio_values',
  {
    portfolio_id: integer()
      .notNull()
      .references(() => portfolios.id, { onDelete: 'cascade' }),
    recorded_at: instant().notNull(),
    total_value: money().notNull(),
    total_invested: money().notNull(),
    total_gains: money().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.portfolio_id, t.recorded_at] }),
    within(t.total_value, '>= 0', `< ${SUM_LIMIT}`),
    within(t.total_invested, '>= 0', `< ${SUM_LIMIT}`),
    within(t.total_gains, `> -${SUM_LIMIT}`, `< ${SUM_LIMIT}`),
  ],
)

/**
 * Approved requests: the tokens of an investor. `token_symbol` is the token's symbol at the approval, and its last
 * symbol once it is deleted.
 */
export const investments = pgTable(
  'investments',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    token_id: integer().references(() => tokens.id, { onDelete: 'set null' }),
    token_symbol: line(SYMBOL),
    requested_at: instant(),
    approved_at: instant().notNull().defaultNow(),
    approved_by: integer().references(() => admins.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('investments_of_user').on(t.user_id, newestFirst(t.approved_at), newestFirst(t.id)),
    index('investments_of_token').on(t.token_id),
    index('investments_of_admin').on(t.approved_by),
    notBlank(t.token_symbol),
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
    description: line(LONG_TEXT),
    net_growth: money().notNull().default('0'),
    balance: money().notNull().default('0'),
    activity_date: instant().notNull().defaultNow(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('activities_of_user').on(t.user_id, newestFirst(t.activity_date), newestFirst(t.id)),
    index('activities_newest').on(newestFirst(t.activity_date), newestFirst(t.id)),
    index('activities_by_creation').on(t.created_at, t.id),
    oneOf(t.type, activityTypes),
    notBlank(t.description),
    within(t.net_growth, `> -${AMOUNT_LIMIT}`, `< ${AMOUNT_LIMIT}`),
    within(t.balance, '>= 0', `< ${SUM_LIMIT}`),
  ],
)
