/**
 * The one order in which transactions lock rows. Two transactions that lock the same rows in different orders wait
 * for each other, and PostgreSQL ends one of them (40P01); with one order they take turns.
 *
 *  1. idempotency_keys          claimed before their work
 *     then approvals, by id, whose approval makes a write
 *  2. admins                    by id
 *  3. users                     by id
 *     then confirmed_emails, by the trigger `keep_confirmed_email`, account_links, email_disputes, account_exports,
 *     user_preferences, notification_choices, screenings, screening_hits, by id, whose owner is locked before them,
 *     verifications, by user, and the rows that reference them. Anything that changes or reserves investors' cash or
 *     units locks all of these investors first, `for no key update`: bookings, movements, reversals, new orders and
 *     decisions about orders.
 *     A distribution only adds cash, and leaves them to the trigger `owner_is_live`
 *  4. sessions                  also by the trigger `end_sessions` of admins and users
 *     then factors, by id, recovery_codes, and challenges, which the trigger `end_challenges` of both removes
 *  5. settings, banners, contact_departments, documents, screening_lists, then screening_names
 *     then canned_replies, report_schedules
 *  6. tokens                    by id
 *     then series, offerings, series_documents: each by id
 *  7. token_categories
 *  8. token_icons
 *  9. portfolios                by id; the triggers `record_value_on_…` add to portfolio_values
 * 10. transactions              by id; their triggers then lock transaction_totals, in the order of its key
 *     then subscriptions, by id, and register_heads, by token: a head is locked before the holdings of its series
 * 11. investments, activities, notifications, login_records, account_events: each by id
 *     then user_notes, by id, and note_mentions, by note and administrator
 * 12. support_tickets, call_schedules, chat_sessions: each by id; then the rows that reference them
 * 13. outbox                    by id
 * 14. audit_head                by the trigger `chain_entry` of audit_log, until the transaction ends: one for all
 *
 * A foreign key locks the referenced row (`for key share`), the trigger `owner_is_live` the user. Neither
 * conflicts with an ordinary update: rows are therefore locked `for no key update`, and `for update` only where the
 * row is deleted. A user is locked `for update` by the deletion of the account alone.
 *
 * first_start_steps are locked before everything else, by the first start alone.
 *
 * screening_lists are locked `for share` also after the rows of a payment, where it is checked whom it pays: who takes
 * over a list locks none of those.
 *
 * audit_checks are added and changed one row a transaction, before audit_head.
 *
 * proof_snapshots and proof_failures are added by single statements, the former while feed_leases is held; trees of the
 * proof are written by the holder of that lease alone.
 *
 * page_votes and saved_views are stored by single statements, one row each. lockouts and rate_limits are counted in
 * separate transactions. Rows that have expired are removed with `skip locked`. A notification (`pg_notify`) locks while its
 * transaction is committed, after everything else.
 *
 * A reversal of a distribution and a payment of a share that was held back take an advisory lock of it before all rows.
 *
 * Where the order cannot hold, such as two tokens that swap their symbols, `inTransaction` runs the work again.
 */
import { and, asc, inArray, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { users } from '#db/schema/identity/accounts'
import { database } from './connection.ts'

/** Strengths of a row lock, weakest first. */
type Strength = 'key share' | 'share' | 'no key update' | 'update'

type TableWithId = PgTable & { id: PgColumn }

/**
 * The ids of the matching rows, in order, each locked until the transaction ends. A statement that changes several rows
 * takes them from here; otherwise it would lock them in the order in which it finds them.
 */
export const lockRows = (table: TableWithId, condition: SQL | undefined, strength: Strength = 'update') =>
  database().select({ id: table.id }).from(table).where(condition).orderBy(asc(table.id)).for(strength)

/** Condition for the matching rows, which are locked first, see {@link lockRows}. */
export const lockedRowsCondition = (
  table: TableWithId,
  condition: SQL | undefined,
  strength: Strength = 'update',
): SQL => inArray(table.id, lockRows(table, condition, strength))

/**
 * The users with these ids whose accounts are not deleted, ordered by id and locked until the transaction ends. `key
 * share`, the weakest lock, prevents the account's deletion; `share` also prevents changes to its flags.
 */
export const lockActiveAccounts = (ids: number[], strength: Strength = 'key share') =>
  database()
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deleted_at)))
    .orderBy(asc(users.id))
    .for(strength)

/** One such user; undefined if the id is unknown or the account was deleted. */
export async function lockActiveAccount(id: number, strength: Strength = 'key share') {
  const [user] = await lockActiveAccounts([id], strength)
  return user
}
