/** An investor's transactions as administrators manage them. */
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type {
  AdminTransaction,
  adminTransactions,
  ListedTransaction,
  PartOf,
  TransactionBody,
  TransactionEdit,
} from '#contract/admin-transactions'
import type { QueryOf } from '#contract/endpoint'
import { invalidField, Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { checkViolation, foreignKeyViolation } from '#db/errors'
import { idsOfPage, readList, type Slice } from '#db/listing'
import { lockLiveUser } from '#db/lock-order'
import { users } from '#db/schema/accounts'
import { distributionLines } from '#db/schema/register'
import { subscriptions } from '#db/schema/subscriptions'
import { transactions, transactionTotals } from '#db/schema/transactions'
import { recordAudit } from '#modules/audit/service'
import { checkUnchanged } from '#modules/editing'
import { checkRange, conditionOf, type ExportFilter, exportTransactions } from './export.ts'

type Row = typeof transactions.$inferSelect
type ListQuery = QueryOf<typeof adminTransactions.list>

const toAdminTransaction = ({ transaction_date, created_at, updated_at, ...row }: Row): AdminTransaction => ({
  ...row,
  date: transaction_date.toISOString(),
  transaction_date: transaction_date.toISOString(),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const noSuchTransaction = () => new Problem('not_found', 'There is no transaction with this id.')

/** Throws `not_found` for an id that was never an investor; the transactions of a deleted one can be read. */
async function checkUser(userId: number): Promise<void> {
  const [user] = await database().select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('not_found', 'There is no user with this id.')
}

/** The number of matching rows: read from stored totals, and counted only for a range of days or a search. */
function countMatching(userId: number, query: ListQuery): PromiseLike<{ total: number }[]> {
  const { type, status, from, to, search } = query
  return from || to || search
    ? database().select({ total: count() }).from(transactions).where(conditionOf(userId, query))
    : database()
        .select({ total: sql<number>`coalesce(sum(${transactionTotals.count}), 0)::bigint` })
        .from(transactionTotals)
        .where(
          and(
            eq(transactionTotals.user_id, userId),
            type ? eq(transactionTotals.type, type) : undefined,
            status ? eq(transactionTotals.status, status) : undefined,
          ),
        )
}

/** A page of an investor's transactions. The index is walked for ids only; whole rows are fetched for the page. */
const readRows = (userId: number, query: ListQuery, slice: Slice): PromiseLike<Row[]> =>
  database()
    .select()
    .from(transactions)
    .where(
      inArray(transactions.id, idsOfPage(transactions, transactions.id, conditionOf(userId, query), slice)),
    )
    .orderBy(...slice.order)

/** What transactions are part of, by their ids. */
async function readParts(ids: readonly number[]): Promise<ReadonlyMap<number, PartOf>> {
  if (ids.length === 0) return new Map()
  const rows = await database().execute<PartOf & { transaction_id: number }>(sql`
    select part.transaction_id, part.kind, part.id, tokens.symbol from (
      select transaction_id, 'subscription' as kind, id, token_id from ${subscriptions}
      where ${inArray(subscriptions.transaction_id, [...ids])}
      union all
      select line.transaction_id, 'distribution', distributions.id, distributions.token_id
      from (select * from ${distributionLines} where ${inArray(distributionLines.transaction_id, [...ids])}) as line
      join distributions on distributions.id = line.distribution_id
    ) as part join tokens on tokens.id = part.token_id`)
  return new Map(rows.map(({ transaction_id, ...part }) => [transaction_id, part]))
}

async function toListed(rows: readonly Row[]): Promise<ListedTransaction[]> {
  const parts = await readParts(rows.map(({ id }) => id))
  return rows.map((row) => ({ ...toAdminTransaction(row), part_of: parts.get(row.id) ?? null }))
}

/** A page of the transactions of an investor. Throws `not_found`, and `validation` for a range that ends before it begins. */
export async function listTransactions(userId: number, query: ListQuery) {
  checkRange(query)
  await checkUser(userId)
  const { rows, pagination } = await readList(query, {
    sorts: { transaction_date: transactions.transaction_date, amount: transactions.amount },
    tie: transactions.id,
    rows: (slice) => readRows(userId, query, slice),
    count: () => countMatching(userId, query),
  })
  return { transactions: await toListed(rows), pagination }
}

/** The transactions of an investor as CSV. Throws as {@link listTransactions}. */
export async function exportTransactionsOf(userId: number, filter: ExportFilter) {
  await checkUser(userId)
  return exportTransactions(userId, filter)
}

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
