/** The history as shown to an investor: a page with search and range, and the balance after each row. */
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { assertDayRange } from '#common/range-validation'
import type { transactions as endpoints, Transaction, TransactionPage } from '#contract/cash/transactions'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { readOffsetList } from '#db/list-queries'
import { transactions } from '#db/schema/cash/transactions'
import { addDistributionDetails } from './distribution-payments.ts'
import { exportColumns, toCondition, toTransaction } from './transaction-export.ts'
import { listTransactionPage } from './transaction-page.ts'

type HistoryQuery = QueryOf<typeof endpoints.list>

/** A page of the rows that match a search or a date range: counted, unlike the pages of `listTransactionPage`. */
async function readMatching(userId: number, query: HistoryQuery): Promise<TransactionPage> {
  const { limit, offset } = query
  const wanted = toCondition(userId, query)
  const { rows, pagination } = await readOffsetList(query, {
    rows: () =>
      database()
        .select(exportColumns)
        .from(transactions)
        .where(wanted)
        .orderBy(desc(transactions.transaction_date), desc(transactions.id))
        .limit(limit)
        .offset(offset),
    count: () => database().select({ total: count() }).from(transactions).where(wanted),
  })
  return { transactions: rows.map(toTransaction), pagination }
}

/**
 * What a completed row adds to the balance. A transfer stays between the investor's own accounts, so only its fee
 * counts.
 */
const effect = sql`case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fee`

/**
 * The balances in one currency after the rows with these ids, newest first. Everything older than these rows is a
 * single sum; only the rows from the oldest to the newest of them are added up one by one.
 */
function balancesOf(userId: number, currency: string, ids: number[]): SQL {
  const own = sql`from ${transactions} where user_id = ${userId} and status = 'completed' and currency = ${currency}`
  const placeOf = (id: number | undefined) =>
    sql`(select transaction_date, id from ${transactions} where id = ${id})`
  const oldest = placeOf(ids.at(-1))
  return sql`
    select id, balance::text from (
      select id, (select coalesce(sum(${effect}), 0) ${own} and (transaction_date, id) < ${oldest})
        + sum(${effect}) over (order by transaction_date, id) as balance
      ${own} and (transaction_date, id) >= ${oldest} and (transaction_date, id) <= ${placeOf(ids[0])}
    ) as running where id in ${ids}`
}

/** Adds the balance to completed rows, which are ordered newest first. */
async function addBalances(userId: number, rows: Transaction[]): Promise<Transaction[]> {
  const byCurrency = Map.groupBy(
    rows.filter(({ status }) => status === 'completed'),
    ({ currency }) => currency,
  )
  const queries = [...byCurrency].map(([currency, own]) =>
    balancesOf(
      userId,
      currency,
      own.map(({ id }) => id),
    ),
  )
  if (queries.length === 0) return rows
  const found = await database().execute<{ id: number; balance: string }>(sql.join(queries, sql` union all `))
  const balances = new Map(found.map(({ id, balance }) => [id, balance]))
  return rows.map((row) => {
    const balance = balances.get(row.id)
    return balance === undefined ? row : { ...row, balance }
  })
}

/** A page of an investor's transactions, newest first. Throws `validation` for a range that ends before it begins. */
export async function listInvestorTransactions(
  userId: number,
  query: HistoryQuery,
): Promise<TransactionPage> {
  assertDayRange(query)
  const isNarrowed = query.search || query.from || query.to
  const page = await (isNarrowed ? readMatching(userId, query) : listTransactionPage(userId, query))
  if (query.include === undefined) return page
  const withBalances = await addBalances(userId, page.transactions)
  return {
    ...page,
    transactions: query.include === 'details' ? await addDistributionDetails(withBalances) : withBalances,
  }
}

/** One transaction of an investor, with its details. Throws `not_found`. */
export async function getInvestorTransaction(userId: number, id: number): Promise<Transaction> {
  const own = and(eq(transactions.id, id), eq(transactions.user_id, userId))
  const [row] = await database().select(exportColumns).from(transactions).where(own)
  if (!row) throw new Problem('not_found', 'Transaction not found.')
  const [detailed] = await addDistributionDetails(await addBalances(userId, [toTransaction(row)]))
  return detailed ?? toTransaction(row)
}
