import { sql } from 'drizzle-orm'
import { char, check, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
  updatedAt,
} from '#db/schema/column-types'
import { users } from '#db/schema/identity/accounts'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'

/** Amounts are positive; the type determines the sign. An investor with any transactions cannot be removed. */
export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    type: text({ enum: transactionTypes }).notNull(),
    status: text({ enum: transactionStatuses }).notNull().default('completed'),
    amount: moneyColumn().notNull(),
    fee: moneyColumn().notNull().default('0'),
    currency: char({ length: 3 }).notNull().default('USD'),
    description: optionalText(LONG_TEXT_LENGTH),
    transaction_date: timestampColumn().notNull().defaultNow(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('transactions_of_user').on(t.user_id, newestFirst(t.transaction_date), newestFirst(t.id)),
    // Across all investors, newest first; or within a date range.
    index('transactions_by_date').on(newestFirst(t.transaction_date), newestFirst(t.id)),
    // One for every filter: for a type alone, the streams of its statuses are merged, and vice versa.
    index('transactions_of_user_by_type_and_status').on(
      t.user_id,
      t.type,
      t.status,
      newestFirst(t.transaction_date),
      newestFirst(t.id),
    ),
    // Searched by the start of a description, such as a wire reference.
    index('transactions_by_description')
      .on(sql`lower(left(${t.description}, 60)) text_pattern_ops`)
      .where(sql`${t.description} <> ''`),
    isOneOfCheck(t.type, transactionTypes),
    isOneOfCheck(t.status, transactionStatuses),
    isInRangeCheck(t.amount, '> 0', `< ${AMOUNT_LIMIT}`),
    isInRangeCheck(t.fee, '>= 0', `< ${AMOUNT_LIMIT}`),
    check('transactions_currency_code', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/**
 * Count and sums of {@link transactions} by investor, type and status, so that neither a filtered total nor a summary
 * scans. Updated by statement triggers on `transactions` (migration `triggers`), which no writer can bypass. Rows may
 * be zero.
 */
export const transactionTotals = pgTable(
  'transaction_totals',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text({ enum: transactionTypes }).notNull(),
    status: text({ enum: transactionStatuses }).notNull(),
    count: integer().notNull(),
    amount: numeric({ precision: 30, scale: 2 }).notNull(),
    fees: numeric({ precision: 30, scale: 2 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.type, t.status] })],
)
