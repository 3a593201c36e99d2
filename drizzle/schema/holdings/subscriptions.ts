/** Investors' requests for units of a series, by amount. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { char, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { transactions } from '#db/schema/cash/transactions'
import { offerings, seriesDocumentVersions, UNITS_LIMIT, unitsColumn } from '#db/schema/catalog/series'
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
  toSqlLiterals,
  updatedAt,
} from '#db/schema/column-types'
import { admins, users } from '#db/schema/identity/accounts'
import { openSubscriptionStatuses, subscriptionActors, subscriptionStatuses } from '#shared/enums/series'

/**
 * The units that an amount buys: amount / price, truncated to six decimals. Calculated with whole numbers, because
 * PostgreSQL rounds a quotient at about sixteen digits, possibly above the exact value.
 */
export const calculateUnits = (amount: SQLWrapper, price: SQLWrapper): SQL =>
  sql`div(${amount} * 1000000, ${price}) * 0.000001`

/**
 * Amount and price are as of submission. `units` = amount / unit_price, truncated to six decimals; the rest of the
 * amount stays the investor's cash.
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
    amount: moneyColumn().notNull(),
    unit_price: moneyColumn().notNull(),
    units: unitsColumn().notNull(),
    state: text({ enum: subscriptionStatuses }).notNull().default('submitted'),
    /** Reason of the last step. */
    reason: optionalText(LONG_TEXT_LENGTH),
    /** Payment due date of an approved subscription. */
    payment_due_at: timestampColumn(),
    /** The deposit that paid for it; a deposit pays for one subscription only. */
    transaction_id: integer().references(() => transactions.id, { onDelete: 'restrict' }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('subscriptions_of_user').on(t.user_id, newestFirst(t.id)),
    index('subscriptions_newest').on(newestFirst(t.created_at), newestFirst(t.id)),
    index('subscriptions_of_offering').on(t.offering_id),
    // Subscriptions awaiting the desk, oldest first.
    index('subscriptions_waiting')
      .on(t.updated_at, t.id)
      .where(sql`${t.state} in ('submitted', 'in_review', 'funded')`),
    index('subscriptions_open_of_token')
      .on(t.token_id)
      .where(sql`${t.state} in (${toSqlLiterals(openSubscriptionStatuses)})`),
    uniqueIndex('subscriptions_deposit_unique').on(t.transaction_id),
    isOneOfCheck(t.state, subscriptionStatuses),
    isInRangeCheck(t.amount, '> 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.unit_price, '> 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.units, '> 0', `< ${UNITS_LIMIT}`),
    check('subscriptions_units_of_amount', sql`${t.units} = ${calculateUnits(t.amount, t.unit_price)}`),
    check(
      'subscriptions_paid_by_deposit',
      // One that is paid from available cash names no deposit.
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
    state: text({ enum: subscriptionStatuses }).notNull(),
    by: text({ enum: subscriptionActors }).notNull(),
    admin_id: integer().references(() => admins.id, { onDelete: 'restrict' }),
    reason: optionalText(LONG_TEXT_LENGTH),
    at: createdAt(),
  },
  (t) => [
    index('subscription_steps_of_subscription').on(t.subscription_id, t.id),
    index('subscription_steps_of_admin').on(t.admin_id),
    isOneOfCheck(t.state, subscriptionStatuses),
    isOneOfCheck(t.by, subscriptionActors),
    check('subscription_steps_desk_is_admin', sql`(${t.by} = 'desk') = (${t.admin_id} is not null)`),
  ],
)

/** The document versions that an investor acknowledged with a subscription, append-only. */
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
