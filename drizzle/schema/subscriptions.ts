/** Investors' requests for units of a series, with an amount. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { char, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { openSubscriptionStates, subscriptionActors, subscriptionStates } from '#shared/enums/series'
import { admins, users } from './accounts.ts'
import {
  AMOUNT_LIMIT,
  createdAt,
  id,
  instant,
  LONG_TEXT,
  literals,
  money,
  newestFirst,
  oneOf,
  optionalLine,
  updatedAt,
  within,
} from './columns.ts'
import { offerings, seriesDocumentVersions, UNITS_LIMIT, units } from './series.ts'
import { tokens } from './tokens.ts'
import { transactions } from './transactions.ts'

/**
 * The units that an amount buys: amount / price, cut at six decimals. By whole numbers, because PostgreSQL rounds a
 * quotient at about sixteen digits, which may be above the exact one.
 */
export const unitsFor = (amount: SQLWrapper, price: SQLWrapper): SQL =>
  sql`div(${amount} * 1000000, ${price}) * 0.000001`

/**
 * Amount and price are those of the moment of submission. `units` = amount / unit_price, cut at six decimals; what
 * that leaves of the amount stays the investor's cash.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    token_id: integer()
      .notNull()
      .references(() => tokens.id, { onDelete: 'restrict' }),
    offering_id: integer()
      .notNull()
      .references(() => offerings.id, { onDelete: 'restrict' }),
    amount: money().notNull(),
    unit_price: money().notNull(),
    units: units().notNull(),
    state: text({ enum: subscriptionStates }).notNull().default('submitted'),
    /** Of the last step. */
    reason: optionalLine(LONG_TEXT),
    /** Until when an approved one is to be paid. */
    payment_due_at: instant(),
    /** The deposit that paid for it; a deposit pays for one subscription only. */
    transaction_id: integer().references(() => transactions.id, { onDelete: 'restrict' }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('subscriptions_of_user').on(t.user_id, newestFirst(t.id)),
    index('subscriptions_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('subscriptions_of_offering').on(t.offering_id),
    // What waits for the desk, oldest first.
    index('subscriptions_waiting')
      .on(t.updated_at, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'funded')`),
    index('subscriptions_open_of_token')
      .on(t.token_id)
      .where(sql`${t.state} in (${literals(openSubscriptionStates)})`),
    uniqueIndex('subscriptions_deposit_unique').on(t.transaction_id),
    oneOf(t.state, subscriptionStates),
    within(t.amount, '> 0', `< ${AMOUNT_LIMIT}`),
    within(t.unit_price, '> 0', `< ${AMOUNT_LIMIT}`),
    within(t.units, '> 0', `< ${UNITS_LIMIT}`),
    check('subscriptions_units_of_amount', sql`${t.units} = ${unitsFor(t.amount, t.unit_price)}`),
    check(
      'subscriptions_paid_by_deposit',
      // One that is paid from free cash names no deposit.
      sql`${t.transaction_id} is null or ${t.state} in ('funded', 'allotted')`,
    ),
    check(
      'subscriptions_due_when_approved',
      sql`${t.state} <> 'approved' or ${t.payment_due_at} is not null`,
    ),
  ],
)

/** The timeline of a subscription, append-only: who took which step, when and why. */
export const subscriptionSteps = pgTable(
  'subscription_steps',
  {
    id: id(),
    subscription_id: integer()
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'restrict' }),
    state: text({ enum: subscriptionStates }).notNull(),
    by: text({ enum: subscriptionActors }).notNull(),
    admin_id: integer().references(() => admins.id, { onDelete: 'restrict' }),
    reason: optionalLine(LONG_TEXT),
    at: createdAt(),
  },
  (t) => [
    index('subscription_steps_of_subscription').on(t.subscription_id, t.id),
    index('subscription_steps_of_admin').on(t.admin_id),
    oneOf(t.state, subscriptionStates),
    oneOf(t.by, subscriptionActors),
    check('subscription_steps_desk_is_admin', sql`(${t.by} = 'desk') = (${t.admin_id} is not null)`),
  ],
)

/** The versions of documents that an investor acknowledged with a subscription, append-only. */
export const subscriptionAcknowledgements = pgTable(
  'subscription_acknowledgements',
  {
    subscription_id: integer()
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'restrict' }),
    version_id: integer()
      .notNull()
      .references(() => seriesDocumentVersions.id, { onDelete: 'restrict' }),
    sha256: char({ length: 64 }).notNull(),
    acknowledged_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.subscription_id, t.version_id] })],
)
