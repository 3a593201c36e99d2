/** Transactions as administrators list them: one investor's, or everyone's. */

import { and, count, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { GeneratedFile } from '#common/file-types'
import { type AmountRange, assertAmountRange, assertDayRange } from '#common/range-validation'
import type {
  adminTransactions,
  InvestorTransactionListItem,
  LinkedRecord,
  TransactionListItem,
  TransactionTotals,
} from '#contract/cash/admin-transactions'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inSnapshot } from '#db/connection'
import { fullName } from '#db/full-name-sql'
import {
  listPage,
  type PageSlice,
  searchConditions,
  selectPageIds,
  withinDaysCondition,
} from '#db/list-queries'
import { transactions, transactionTotals } from '#db/schema/cash/transactions'
import { distributionLines } from '#db/schema/holdings/register'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { users } from '#db/schema/identity/accounts'
import { toAdminTransaction } from './admin-transactions.ts'
import { type ExportFilter, exportAllInvestorRows, exportRows } from './transaction-export.ts'

type Row = typeof transactions.$inferSelect
type ListQuery = QueryOf<typeof adminTransactions.list>
type Filter = ExportFilter & AmountRange

/** The largest `integer`. */
const ID_MAX = 2_147_483_647

/** The number in a search such as `#1000001`, and whether its sign rules out any other meaning. */
function numberIn(search: string | undefined): { id: number; isAlone: boolean } | undefined {
  const [, sign, digits = ''] = /^\s*(#?)0*(\d{1,10})\s*$/.exec(search ?? '') ?? []
  const id = Number(digits)
  return digits !== '' && id >= 1 && id <= ID_MAX ? { id, isAlone: sign === '#' } : undefined
}

/** Rows whose description contains every word, or whose number was typed. */
function matching(search: string | undefined): SQL | undefined {
  const inDescription = and(...searchConditions(search, [transactions.description]))
  const number = numberIn(search)
  if (!number) return inDescription
  const byNumber = eq(transactions.id, number.id)
  return number.isAlone ? byNumber : or(byNumber, inDescription)
}

/** The transactions that match a filter, of one investor or of everyone. */
const conditionOf = (userId: number | undefined, filter: Filter): SQL | undefined =>
  and(
    userId === undefined ? undefined : eq(transactions.user_id, userId),
    withinDaysCondition(transactions.transaction_date, filter),
    filter.type ? eq(transactions.type, filter.type) : undefined,
    filter.status ? eq(transactions.status, filter.status) : undefined,
    filter.min_amount === undefined ? undefined : gte(transactions.amount, filter.min_amount),
    filter.max_amount === undefined ? undefined : lte(transactions.amount, filter.max_amount),
    matching(filter.search),
  )

/** Throws `not_found` for an id that was never an investor's; the transactions of a deleted investor can be read. */
async function checkUser(userId: number): Promise<void> {
  const [user] = await database().select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!user) throw new Problem('not_found', 'Investor not found.')
}

/** Whether the stored totals cover a filter: they are kept by investor, type and status. */
const areKept = ({ from, to, search, min_amount, max_amount }: Filter): boolean =>
  !from && !to && !search && min_amount === undefined && max_amount === undefined

const keptCondition = (userId: number | undefined, { type, status }: Filter): SQL | undefined =>
  and(
    userId === undefined ? undefined : eq(transactionTotals.user_id, userId),
    type ? eq(transactionTotals.type, type) : undefined,
    status ? eq(transactionTotals.status, status) : undefined,
  )

/** The number of matching rows: read from stored totals if they cover it, otherwise counted. */
function countMatching(userId: number, query: ListQuery): PromiseLike<{ total: number }[]> {
  return areKept(query)
    ? database()
        .select({ total: sql<number>`coalesce(sum(${transactionTotals.count}), 0)::bigint` })
        .from(transactionTotals)
        .where(keptCondition(userId, query))
    : database().select({ total: count() }).from(transactions).where(conditionOf(userId, query))
}

/** A page of transactions. The index is walked for ids only; whole rows are fetched for the page. */
const readRows = (condition: SQL | undefined, slice: PageSlice): PromiseLike<Row[]> =>
  database()
    .select()
    .from(transactions)
    .where(inArray(transactions.id, selectPageIds(transactions, transactions.id, condition, slice)))
    .orderBy(...slice.order)

/** The records behind transactions, by their ids. */
async function readParts(ids: readonly number[]): Promise<ReadonlyMap<number, LinkedRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await database().execute<LinkedRecord & { transaction_id: number }>(sql`
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

async function toListed(rows: readonly Row[]): Promise<TransactionListItem[]> {
  const parts = await readParts(rows.map(({ id }) => id))
  return rows.map((row) => ({ ...toAdminTransaction(row), part_of: parts.get(row.id) ?? null }))
}

/** The names of the investors on a page; those of deleted accounts are empty. */
async function withNames(rows: readonly TransactionListItem[]): Promise<InvestorTransactionListItem[]> {
  if (rows.length === 0) return []
  const named = await database()
    .select({ id: users.id, name: fullName(users) })
    .from(users)
    .where(inArray(users.id, [...new Set(rows.map(({ user_id }) => user_id))]))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, user_name: names.get(row.user_id) ?? '' }))
}

const sorts = { transaction_date: transactions.transaction_date, amount: transactions.amount }

/**
 * A page of an investor's transactions. Throws `not_found`, and `validation` for a range that ends before it begins.
 */
export async function listTransactions(userId: number, query: ListQuery) {
  assertDayRange(query)
  await checkUser(userId)
  const { rows, pagination } = await listPage(query, {
    sorts,
    tie: transactions.id,
    rows: (slice) => readRows(conditionOf(userId, query), slice),
    count: () => countMatching(userId, query),
  })
  return { transactions: await toListed(rows), pagination }
}

/** Maximum text matches kept as ids, so that the page is read without visiting every row again. */
const FEW = 1_000

interface Sums extends TransactionTotals {
  total: number
  /** The ids of text matches if they are few; otherwise null. */
  found: number[] | null
}

/** Number and sums of the matching rows in one statement, from stored totals if they cover it. */
async function sumMatching(filter: Filter): Promise<Sums> {
  const isKept = areKept(filter)
  const { type, status, amount } = isKept ? transactionTotals : transactions
  const fees = isKept ? transactionTotals.fees : transactions.fee
  const moneyIn = sql`coalesce(sum(case when ${type} in ('deposit', 'interest') then ${amount} end) filter (where ${status} = 'completed'), 0.00)`
  const moneyOut = sql`coalesce(sum(case when ${type} in ('withdrawal', 'fee') then ${amount} + ${fees} else ${fees} end) filter (where ${status} = 'completed'), 0.00)`
  const [sums] = await database()
    .select({
      total: isKept ? sql<number>`coalesce(sum(${transactionTotals.count}), 0)::bigint` : count(),
      money_in: sql<string>`${moneyIn}::text`,
      money_out: sql<string>`${moneyOut}::text`,
      net: sql<string>`(${moneyIn} - ${moneyOut})::text`,
      found: filter.search
        ? sql<
            number[] | null
          >`case when count(*) <= ${sql.raw(String(FEW))} then to_json(coalesce(array_agg(${transactions.id}), '{}')) end`
        : sql<null>`null`,
    })
    .from(isKept ? transactionTotals : transactions)
    .where(isKept ? keptCondition(undefined, filter) : conditionOf(undefined, filter))
  if (!sums) throw new Error('A sum returned no row')
  return sums
}

/**
 * A page of all investors' transactions, with the totals of all matches. Throws `validation` as {@link
 * listTransactions} does.
 */
export async function listAllTransactions(query: QueryOf<typeof adminTransactions.listAll>) {
  assertDayRange(query)
  assertAmountRange(query)
  return inSnapshot(async () => {
    const { total, found, ...totals } = await sumMatching(query)
    const condition = found ? inArray(transactions.id, found) : conditionOf(undefined, query)
    const { rows, pagination } = await listPage(query, {
      sorts,
      tie: transactions.id,
      rows: (slice) => readRows(condition, slice),
      count: async () => [{ total }],
    })
    return { transactions: await withNames(await toListed(rows)), totals, pagination }
  })
}

/** An investor's transactions as CSV. Throws as {@link listTransactions}. */
export async function exportTransactionsOf(userId: number, filter: ExportFilter): Promise<GeneratedFile> {
  assertDayRange(filter)
  await checkUser(userId)
  return exportRows(conditionOf(userId, filter))
}

/** All investors' transactions as CSV. Throws as {@link listAllTransactions}. */
export async function exportAllTransactions(filter: Filter): Promise<GeneratedFile> {
  assertDayRange(filter)
  assertAmountRange(filter)
  return exportAllInvestorRows(conditionOf(undefined, filter))
}
