/** Transactions as administrators add, change and delete them. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { AdminTransaction, TransactionBody, TransactionEdit } from '#contract/admin-transactions'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { checkViolation, foreignKeyViolation } from '#db/errors'
import { lockLiveUser } from '#db/lock-order'
import { transactions } from '#db/schema/transactions'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'

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

const noSuchTransaction = () => new Problem('not_found', 'There is no transaction with this id.')

/** Milliseconds that a date may be in the future: a calendar day begins later in UTC than where it was chosen. */
const AHEAD = 24 * 3600 * 1000

/** Future transactions must be pending: a completed one counts in every sum at once. Throws `validation`. */
function checkDate({ status, transaction_date }: Pick<Row, 'status' | 'transaction_date'>): void {
  if (status === 'completed' && transaction_date.getTime() > Date.now() + AHEAD) {
    throw invalidField(
      '/date',
      'A completed transaction cannot lie in the future. Choose Pending or an earlier day',
    )
  }
}

/**
 * Adds a transaction. Throws `not_found` for an unknown or deleted investor, and `validation` for a completed one in
 * the future.
 */
export function createTransaction(
  userId: number,
  { date, ...fields }: TransactionBody,
  actor: Actor,
): Promise<AdminTransaction> {
  return inTransaction(async () => {
    if (!(await lockLiveUser(userId))) throw new Problem('not_found', 'There is no user with this id.')
    const [row] = await database()
      .insert(transactions)
      .values({ ...fields, user_id: userId, transaction_date: new Date(date) })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    checkDate(row)
    const after = toAdminTransaction(row)
    await recordAudit(actor, { action: 'transaction.create', entity: 'transaction', entityId: row.id, after })
    return after
  })
}

/** One transaction. Throws `not_found`. */
export async function readTransaction(id: number): Promise<AdminTransaction> {
  const [row] = await database().select().from(transactions).where(eq(transactions.id, id))
  if (!row) throw noSuchTransaction()
  return toAdminTransaction(row)
}

/**
 * A transaction to change, locked until the surrounding transaction ends. Throws `not_found`, and `conflict` if the
 * investor's account was deleted: its ledger is history.
 */
async function lock(id: number): Promise<Row> {
  const [owned] = await database()
    .select({ userId: transactions.user_id })
    .from(transactions)
    .where(eq(transactions.id, id))
  if (!owned) throw noSuchTransaction()
  if (!(await lockLiveUser(owned.userId))) {
    throw new Problem(
      'conflict',
      'The account of this investor was deleted. Its transactions can be read, but no longer changed.',
    )
  }
  const [row] = await database().select().from(transactions).where(eq(transactions.id, id)).for('update')
  if (!row) throw noSuchTransaction()
  return row
}

/** A transaction that is booked elsewhere stays as it is: the database refuses to change or delete it. */
const explainLinked = (error: unknown): unknown =>
  checkViolation(error) === 'transactions_linked' || foreignKeyViolation(error) !== undefined
    ? new Problem(
        'conflict',
        'This transaction is part of a subscription or a distribution, and can no longer be changed.',
      )
    : error

/** Changes the given fields of a transaction. Throws `not_found`, `stale_write`, `conflict` as {@link lock} does, and as {@link createTransaction} does. */
export function updateTransaction(
  id: number,
  { date, updated_at, ...fields }: TransactionEdit,
  actor: Actor,
): Promise<AdminTransaction> {
  return inTransaction(async () => {
    const before = await lock(id)
    checkUnchanged(before, updated_at, 'transaction')
    const changes = { ...fields, ...(date !== undefined && { transaction_date: new Date(date) }) }
    if (Object.keys(changes).length === 0) return toAdminTransaction(before)
    const [row] = await database()
      .update(transactions)
      .set(changes)
      .where(eq(transactions.id, id))
      .returning()
      .catch((error: unknown) => {
        throw explainLinked(error)
      })
    if (!row) throw noSuchTransaction()
    if (date !== undefined || fields.status !== undefined) checkDate(row)
    const after = toAdminTransaction(row)
    await recordAudit(actor, {
      action: 'transaction.update',
      entity: 'transaction',
      entityId: id,
      before: toAdminTransaction(before),
      after,
    })
    return after
  })
}

/** Deletes a transaction. Throws as {@link lock} does. */
export function deleteTransaction(id: number, actor: Actor): Promise<void> {
  return inTransaction(async () => {
    const before = toAdminTransaction(await lock(id))
    await database()
      .delete(transactions)
      .where(eq(transactions.id, id))
      .catch((error: unknown) => {
        throw explainLinked(error)
      })
    await recordAudit(actor, { action: 'transaction.delete', entity: 'transaction', entityId: id, before })
  })
}
