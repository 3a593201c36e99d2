/** Transactions as administrators add, change and delete them. */
import { eq } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type {
  AdminTransaction,
  Deletion,
  TransactionBody,
  TransactionEdit,
} from '#contract/admin-transactions'
import type { OverdraftFields } from '#contract/overdraft'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { checkViolation, foreignKeyViolation } from '#db/errors'
import { lockLiveUser } from '#db/lock-order'
import { transactions } from '#db/schema/transactions'
import { recordAudit } from '#modules/audit/service'
import { guardCash } from '#modules/cash/guard'
import { checkUnchanged, differing } from '#modules/editing'
import { assertPayable } from '#modules/screening/service'
import { type Day, dayOf, today } from '#shared/asset/calendar'
import { findIssuedStatements } from '#shared/asset/issued-statements'
import { writeDay } from '#shared/written-day'

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

/** Transactions of a later day (UTC) must be pending: a completed one counts in every sum at once. Throws `validation`. */
function checkDate({ status, transaction_date }: Pick<Row, 'status' | 'transaction_date'>): void {
  if (status === 'completed' && dayOf(transaction_date) > today()) {
    throw invalidField(
      '/date',
      `A completed transaction cannot lie in the future: today is ${writeDay(today())} in UTC. Choose Pending or an earlier day`,
    )
  }
}

/** The earliest day on which one of these versions of a transaction counts; undefined where none counts. */
const countsSince = (...versions: Pick<Row, 'status' | 'transaction_date'>[]): Day | undefined =>
  versions
    .flatMap(({ status, transaction_date }) => (status === 'completed' ? [dayOf(transaction_date)] : []))
    .sort()[0]

/** For the audit log: the past months whose statements a change of these versions changes. One lists every status. */
function issuedFor(...versions: [Pick<Row, 'transaction_date'>, ...Pick<Row, 'transaction_date'>[]]) {
  const earliest = Math.min(...versions.map(({ transaction_date }) => transaction_date.getTime()))
  const issued_statements = findIssuedStatements(dayOf(earliest), undefined, today())
  return issued_statements ? { issued_statements } : {}
}

/** What leads money out of the platform, or is about to. */
const paysOut = ({ type, status }: Pick<Row, 'type' | 'status'>): boolean =>
  type === 'withdrawal' && (status === 'completed' || status === 'pending')

/** Throws `conflict` for a withdrawal that is new or pays otherwise than before, of an investor who cannot be paid. */
async function checkPayable(
  row: Pick<Row, 'type' | 'status' | 'amount' | 'user_id'>,
  before?: Row,
): Promise<void> {
  if (!paysOut(row)) return
  if (before && paysOut(before) && before.status === row.status && before.amount === row.amount) return
  await assertPayable(row.user_id)
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
    if (!(await lockLiveUser(userId, 'no key update')))
      throw new Problem('not_found', 'There is no user with this id.')
    // Before the insert: a transaction that is refused takes no number.
    checkDate({ status: fields.status, transaction_date })
    await checkPayable({ ...fields, user_id: userId })
    const row = await guardCash(booking, async () => {
      const [added] = await database()
        .insert(transactions)
        .values({ ...fields, user_id: userId, transaction_date })
        .returning()
      if (!added) throw new Error('An insert returned no row')
      return added
    })
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
  if (!(await lockLiveUser(owned.userId, 'no key update'))) {
    throw new Problem(
      'conflict',
      'The account of this investor was deleted. Its transactions can be read, but no longer changed.',
      { isFinal: true },
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
  { date, updated_at, allow_overdraft, confirm_amount, ...fields }: TransactionEdit & OverdraftFields,
  actor: Actor,
): Promise<AdminTransaction> {
  return inTransaction(async () => {
    const before = await lock(id)
    checkUnchanged(before, updated_at, 'transaction')
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
      await checkPayable(changed, before)
      return changed
    })
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
    await recordAudit(actor, {
      action: 'transaction.delete',
      entity: 'transaction',
      entityId: id,
      before: { ...before, ...issuedFor(row) },
    })
  })
}
