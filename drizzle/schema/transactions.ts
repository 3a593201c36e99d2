import { sql } from 'drizzle-orm'
import { char, check, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { users } from './accounts.ts'
import {
  AMOUNT_LIMIT,
  createdAt,
  id,
  instant,
  LONG_TEXT,
  money,
  newestFirst,
  oneOf,
  optionalLine,
  updatedAt,
  within,
} from './columns.ts'

/** Amounts are positive; the type gives the sign. An investor who has any cannot be removed. */
export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    type: text({ enum: transactionTypes }).notNull(),
    status: text({ enum: transactionStatuses }).notNull().default('completed'),
    amount: money().notNull(),
    fee: money().notNull().default('0'),
    currency: char({ length: 3 }).notNull().default('USD'),
    description: optionalLine(LONG_TEXT),
    transaction_date: instant().notNull().defaultNow(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (t) => [
    index('transactions_of_user').on(t.user_id, newestFirst(t.transaction_date), newestFirst(t.id)),
    // Those of everybody, newest first; of a range of days.
    index('transactions_by_date').on(newestFirst(t.transaction_date), newestFirst(t.id)),
    // One for every filter: by type alone, the streams of its statuses are merged, and the reverse.
    index('transactions_of_user_by_type_and_status').on(
      t.user_id,
      t.type,
      t.status,
      newestFirst(t.transaction_date),
      newestFirst(t.id),
    ),
    // Found by what a description begins with, such as the reference of a wire.
    index('transactions_by_description')
      .on(sql`lower(left(${t.description}, 60)) text_pattern_ops`)
      .where(sql`${t.description} <> ''`),
    oneOf(t.type, transactionTypes),
    oneOf(t.status, transactionStatuses),
    within(t.amount, '> 0', `< ${AMOUNT_LIMIT}`),
    within(t.fee, '>= 0', `< ${AMOUNT_LIMIT}`),
    check('transactions_currency_code', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/**
 * Count and sums of {@link transactions} for each investor, type and status, so that neither a filtered total nor a
 * summary scans. Updated by statement triggers on `transactions` (migration `triggers`), so that no writer can omit
 * it. Rows may be zero.
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
