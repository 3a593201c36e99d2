/** Transactions as administrators add, change and delete them. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { assertUnchanged, differing } from '#common/optimistic-lock'
import type {
  AdminTransaction,
  Deletion,
  TransactionBody,
  TransactionEdit,
} from '#contract/cash/admin-transactions'
import type { OverdraftFields } from '#contract/cash/overdraft'
import { invalidFieldProblem, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { getCheckViolation, getForeignKeyViolation } from '#db/errors'
import { lockActiveAccount } from '#db/row-locks'
import { transactions } from '#db/schema/cash/transactions'
import { assertPayable, guardCash } from '#modules/cash/cash-guard'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { type Day, getToday, toDay } from '#shared/calculations/calendar'
import { toDecimal } from '#shared/calculations/decimal'
import { findIssuedStatements } from '#shared/calculations/issued-statements'
import { formatLongDate } from '#shared/format-date'
import { notifyTransactionChange } from './transaction-notices.ts'

type Row = typeof transactions.$inferSelect

/** A row as administrators see it. */
export const toAdminTransaction = ({
  transaction_date,
  created_at,
  updated_at,
  ...row
}: Row): AdminTransaction => ({
  ...row,
  date: transaction_date.toISOString(),
  transaction_date: transaction_date.toISOString(),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const noSuchTransaction = () => new Problem('not_found', 'Transaction not found.')

/**
 * Transactions of a later day (UTC) must be pending: a completed one counts immediately in every sum. Throws
 * `validation`.
 */
function checkDate({ status, transaction_date }: Pick<Row, 'status' | 'transaction_date'>): void {
  if (status === 'completed' && toDay(transaction_date) > getToday()) {
    throw invalidFieldProblem(
      '/date',
      `A completed transaction cannot have a future date. Today is ${formatLongDate(getToday())} (UTC). Select Pending or an earlier date`,
    )
  }
}

/** The earliest day on which one of these versions of a transaction counts; undefined if none does. */
const countsSince = (...versions: Pick<Row, 'status' | 'transaction_date'>[]): Day | undefined =>
  versions
    .flatMap(({ status, transaction_date }) => (status === 'completed' ? [toDay(transaction_date)] : []))
    .sort()[0]

/** For the audit log: the past months whose statements are affected by these versions. Statements list every status. */
function issuedFor(...versions: [Pick<Row, 'transaction_date'>, ...Pick<Row, 'transaction_date'>[]]) {
  const earliest = Math.min(...versions.map(({ transaction_date }) => transaction_date.getTime()))
  const issued_statements = findIssuedStatements(toDay(earliest), undefined, getToday())
  return issued_statements ? { issued_statements } : {}
}

/** Throws `validation` for a credit whose fee would take more cash than it adds. */
function checkFee({ type, amount, fee }: Pick<Row, 'type' | 'amount' | 'fee'>): void {
  if ((type === 'deposit' || type === 'interest') && toDecimal(fee).gt(toDecimal(amount)))
    throw invalidFieldProblem(
      '/fee',
      'The fee cannot exceed the amount. Record a higher charge as a transaction of type fee',
    )
}

/** Payments out of the platform, made or pending. */
const paysOut = ({ type, status }: Pick<Row, 'type' | 'status'>): boolean =>
  type === 'withdrawal' && (status === 'completed' || status === 'pending')

/** What a transaction charges, booked or pending. */
const feeOf = ({ status, fee }: Pick<Row, 'status' | 'fee'>) =>
  toDecimal(status === 'completed' || status === 'pending' ? fee : '0')

/**
 * Throws `conflict` for a new withdrawal, one whose amount or status changes, and a higher fee, for an investor
 * who cannot be paid: a fee on a deposit takes cash as a withdrawal does.
 */
async function checkPayable(
  row: Pick<Row, 'type' | 'status' | 'amount' | 'fee' | 'user_id'>,
  before?: Row,
): Promise<void> {
  const isHigherFee = feeOf(row).gt(before ? feeOf(before) : '0')
  const isSamePayment =
    before && paysOut(before) && before.status === row.status && before.amount === row.amount
  if (isHigherFee || (paysOut(row) && !isSamePayment)) await assertPayable(row.user_id)
}

/**
 * Adds a transaction. Throws `not_found` for an unknown or deleted investor, `validation` for a completed one in the
 * future, `conflict` for a withdrawal of a confirmed watchlist match, and as {@link guardCash} does.
 */
export function createTransaction(
  userId: number,
  { date, allow_overdraft, confirm_amount, ...fields }: TransactionBody & OverdraftFields,
  actor: Actor,
): Promise<AdminTransaction> {
  const transaction_date = new Date(date)
  const booking = {
    userIds: [userId],
    amount: fields.amount,
    overdraft: { allow_overdraft, confirm_amount },
    reason: actor.reason,
    since: countsSince({ status: fields.status, transaction_date }),
  }
  return inTransaction(async () => {
    if (!(await lockActiveAccount(userId, 'no key update')))
      throw new Problem('not_found', 'Investor not found.')
    // Before the insert: a rejected transaction uses no number.
    checkDate({ status: fields.status, transaction_date })
    checkFee({ fee: '0', ...fields })
    await checkPayable({ fee: '0', ...fields, user_id: userId })
    const row = await guardCash(booking, async () => {
      const [added] = await database()
        .insert(transactions)
        .values({ ...fields, user_id: userId, transaction_date })
        .returning()
      if (!added) throw new Error('An insert returned no row')
      return added
    })
    await notifyTransactionChange(undefined, row)
    const after = toAdminTransaction(row)
    await recordAudit(actor, {
      action: 'transaction.create',
      entity: 'transaction',
      entityId: row.id,
      after: { ...after, ...issuedFor(row) },
    })
    return after
  })
}

/** One transaction. Throws `not_found`. */
export async function getTransaction(id: number): Promise<AdminTransaction> {
  const [row] = await database().select().from(transactions).where(eq(transactions.id, id))
  if (!row) throw noSuchTransaction()
  return toAdminTransaction(row)
}

/**
 * A transaction to change, locked until the surrounding transaction ends. Throws `not_found`, and `conflict` if the
 * investor's account was deleted: its ledger is closed.
 */
async function lock(id: number): Promise<Row> {
  const [owned] = await database()
    .select({ userId: transactions.user_id })
    .from(transactions)
    .where(eq(transactions.id, id))
  if (!owned) throw noSuchTransaction()
  if (!(await lockActiveAccount(owned.userId, 'no key update'))) {
    throw new Problem(
      'conflict',
      'The account of this investor has been deleted. Its transactions are read-only.',
      { isFinal: true },
    )
  }
  const [row] = await database().select().from(transactions).where(eq(transactions.id, id)).for('update')
  if (!row) throw noSuchTransaction()
  return row
}

/** A transaction booked by another record cannot be changed: the database rejects changing or deleting it. */
const explainLinked = (error: unknown): unknown =>
  getCheckViolation(error) === 'transactions_linked' || getForeignKeyViolation(error) !== undefined
    ? new Problem(
        'conflict',
        'This transaction belongs to a subscription or distribution and can no longer be edited or deleted.',
      )
    : error

/** Changes the given fields of a transaction. Throws `not_found`, `stale_write`, `conflict` as {@link lock} does, and as {@link createTransaction} does. */
export function updateTransaction(
  id: number,
  { date, updated_at, allow_overdraft, confirm_amount, ...fields }: TransactionEdit & OverdraftFields,
  actor: Actor,
): Promise<AdminTransaction> {
  return inTransaction(async () => {
    const before = await lock(id)
    assertUnchanged(before, updated_at, 'transaction')
    const changes = differing(before, {
      ...fields,
      ...(date !== undefined && { transaction_date: new Date(date) }),
    })
    if (Object.keys(changes).length === 0) return toAdminTransaction(before)
    const booking = {
      userIds: [before.user_id],
      amount: fields.amount ?? before.amount,
      overdraft: { allow_overdraft, confirm_amount },
      reason: actor.reason,
      since: countsSince(before, { ...before, ...changes }),
    }
    const row = await guardCash(booking, async () => {
      const [changed] = await database()
        .update(transactions)
        .set(changes)
        .where(eq(transactions.id, id))
        .returning()
        .catch((error: unknown) => {
          throw explainLinked(error)
        })
      if (!changed) throw noSuchTransaction()
      if (date !== undefined || fields.status !== undefined) checkDate(changed)
      if (changes.fee !== undefined || changes.amount !== undefined || changes.type !== undefined)
        checkFee(changed)
      await checkPayable(changed, before)
      return changed
    })
    await notifyTransactionChange(before, row)
    const after = toAdminTransaction(row)
    await recordAudit(actor, {
      action: 'transaction.update',
      entity: 'transaction',
      entityId: id,
      before: toAdminTransaction(before),
      after: { ...after, ...issuedFor(before, row) },
    })
    return after
  })
}

/** Deletes a transaction. Throws as {@link lock} and {@link guardCash} do. */
export function deleteTransaction(id: number, overdraft: Deletion, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const row = await lock(id)
    const before = toAdminTransaction(row)
    const { user_id, amount } = before
    const since = countsSince(row)
    await guardCash({ userIds: [user_id], amount, overdraft, reason: actor.reason, since }, () =>
      database()
        .delete(transactions)
        .where(eq(transactions.id, id))
        .catch((error: unknown) => {
          throw explainLinked(error)
        }),
    )
    await notifyTransactionChange(row, undefined)
    await recordAudit(actor, {
      action: 'transaction.delete',
      entity: 'transaction',
      entityId: id,
      before: { ...before, ...issuedFor(row) },
    })
  })
}
