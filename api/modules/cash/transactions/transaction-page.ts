/**
 * A page of an investor's transactions, at a cost that grows neither with their number nor, at either end, with the
 * offset:
 *
 * - `transaction_totals` stores their number, for any filter: nothing is counted.
 * - Past the middle the index is walked from the other end, so that the last page costs as much as the first.
 * - The walk reads index entries only; whole rows are fetched for the page alone ("late join").
 * - Every filter is served in order by an index; see {@link matching} for filters by half of its key.
 *
 * All of it is one statement, so that the number, the direction and the rows are of the same time.
 */

import { type SQL, sql } from 'drizzle-orm'
import type {
  Transaction,
  TransactionPage,
  TransactionStatus,
  TransactionType,
} from '#contract/cash/transactions'
import { prepareStatement, toIsoTimestamp } from '#db/prepared-queries'
import { transactions, transactionTotals } from '#db/schema/cash/transactions'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'

/** Filters of a page; without values it has all transactions. */
export interface Filter {
  type?: TransactionType
  status?: TransactionStatus
}

/** Which of the two filters are used: each combination is a separate statement. */
interface Filtered {
  byType: boolean
  byStatus: boolean
}

const userId = sql.placeholder('userId')
const limit = sql`${sql.placeholder('limit')}::bigint`
const offset = sql`${sql.placeholder('offset')}::bigint`

const literal = (word: string): SQL => sql.raw(`'${word}'`)

const whole = sql`id, type, description, amount, fee, currency, status, transaction_date`

interface Walk {
  order: 'newest' | 'oldest'
  /** How far each stream is read: the page cannot reach beyond. */
  reach: SQL
  /** The columns to read; by default those needed to sort and to find the row again. */
  columns?: SQL
}

/**
 * Id and date of the matching rows, in order. With half a filter the index has a stream for each value of the other
 * half: each is read as far as the page may reach, and the entries are merged by sorting.
 */
function matching(
  { byType, byStatus }: Filtered,
  { order, reach, columns = sql`id, transaction_date` }: Walk,
): SQL {
  const key = sql`select ${columns} from ${transactions} where user_id = ${userId}`
  const sorted =
    order === 'newest' ? sql`order by transaction_date desc, id desc` : sql`order by transaction_date, id`
  if (!byType && !byStatus) return sql`${key} ${sorted}`
  const types = byType ? [sql.placeholder('type')] : transactionTypes.map(literal)
  const statuses = byStatus ? [sql.placeholder('status')] : transactionStatuses.map(literal)
  const streams = types.flatMap((type) =>
    statuses.map((status) => sql`${key} and type = ${type} and status = ${status} ${sorted}`),
  )
  if (streams.length === 1) return sql`${streams[0]}`
  const read = streams.map((stream) => sql`(${stream} limit ${reach})`)
  return sql`select ${columns} from (${sql.join(read, sql` union all `)}) as streams ${sorted}`
}

const count = ({ byType, byStatus }: Filtered): SQL =>
  sql`select coalesce(sum(count), 0)::bigint as total from ${transactionTotals} where user_id = ${userId}
    ${byType ? sql`and type = ${sql.placeholder('type')}` : sql``}
    ${byStatus ? sql`and status = ${sql.placeholder('status')}` : sql``}`

/** Joins the whole row to each entry of a page. */
const joined = sql`cross join lateral (
    -- The offset keeps this a lookup by key for each entry, whatever the planner thinks of their number.
    select id as row_id, type, description, amount, fee, currency, status, transaction_date as date
    from ${transactions} where id = page.id offset 0
  ) as found`

/** A page at the beginning needs no late join. Without rows the total is missing too: it is then zero. */
const firstPage = (filtered: Filtered): SQL => sql`(
    select (${count(filtered)}) as total,
      id as row_id, type, description, amount, fee, currency, status, transaction_date as date
    from (${matching(filtered, { order: 'newest', reach: limit, columns: whole })} limit ${limit}) as newest
  ) as page`

/** At least one row: for an empty page its columns are null, but it still contains the total. */
const laterPage = (filtered: Filtered): SQL => sql`(
    with extent as materialized (
      select total, ${offset} * 2 <= total as near_start,
        greatest(least(${limit}, total - ${offset}), 0) as left_over,
        greatest(total - ${offset} - ${limit}, 0) as from_end
      from (${count(filtered)}) as counted
    ), page as (
      (
        ${matching(filtered, {
          order: 'newest',
          reach: sql`(select case when near_start then ${offset} + ${limit} else 0 end from extent)`,
        })}
        limit (select case when near_start then ${limit} else 0 end from extent) offset ${offset}
      ) union all (
        ${matching(filtered, {
          order: 'oldest',
          reach: sql`(select case when near_start then 0 else from_end + left_over end from extent)`,
        })}
        limit (select case when near_start then 0 else left_over end from extent)
        offset (select from_end from extent)
      )
    )
    select extent.total, found.* from extent left join (page ${joined}) on true
  ) as page`

/** A row as the driver reads it, in the order of {@link selected}. */
type PageRow = [
  total: number,
  id: number | null,
  type: TransactionType,
  description: string,
  amount: string,
  fee: string,
  currency: string,
  status: TransactionStatus,
  date: string,
]

const selected = sql`total, row_id, type, description, amount, fee, currency, status, date`

const page = (query: SQL) =>
  prepareStatement<PageRow>(() => sql`select ${selected} from ${query} order by date desc, row_id desc`)

/** The first page is requested most often and need not consider the other end. */
const statements = (filtered: Filtered) => ({
  first: page(firstPage(filtered)),
  later: page(laterPage(filtered)),
})

const all = statements({ byType: false, byStatus: false })
const byType = statements({ byType: true, byStatus: false })
const byStatus = statements({ byType: false, byStatus: true })
const byBoth = statements({ byType: true, byStatus: true })

const pagesOf = ({ type, status }: Filter) => (type ? (status ? byBoth : byType) : status ? byStatus : all)

/** The statement behind the first page of a filter. */
export const getFirstPageStatement = (filter: Filter) => pagesOf(filter).first

/** A page of an investor's transactions, newest first, with the number of all matching ones. */
export async function listTransactionPage(
  userId: number,
  { type, status, limit, offset }: Filter & { limit: number; offset: number },
): Promise<TransactionPage> {
  const read = offset === 0 ? getFirstPageStatement({ type, status }) : pagesOf({ type, status }).later
  const rows = await read({ userId, type, status, limit, offset })
  const transactions: Transaction[] = []
  // By index: destructuring a row with an iterator takes as long as reading it.
  for (const row of rows) {
    if (row[1] === null) continue
    transactions.push({
      id: row[1],
      type: row[2],
      description: row[3],
      amount: row[4],
      fee: row[5],
      currency: row[6],
      status: row[7],
      transaction_date: toIsoTimestamp(row[8]),
    })
  }
  return { transactions, pagination: { total: rows[0]?.[0] ?? 0, limit, offset } }
}
