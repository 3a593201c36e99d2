/**
 * A page of an investor's transactions, at a cost that grows neither with their number nor, at either
 * end, with the offset:
 *
 * - `transaction_totals` knows how many there are, for any filter: nothing is counted.
 * - Past the middle the index is walked from the other end, so that the last page costs what the first does.
 * - The walk reads index entries only; whole rows are fetched for the page alone ("late join").
 * - With half a filter the index holds one ordered stream for each value of the other half; PostgreSQL
 *   merges them without sorting.
 *
 * All of it is one statement, so that the number, the direction and the rows are of one moment.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Transaction, TransactionPage, TransactionStatus, TransactionType } from '#contract/transactions'
import { prepared } from '#db/prepared'
import {
  transactionStatuses,
  transactions,
  transactionTotals,
  transactionTypes,
} from '#db/schema/transactions'

/** Which transactions; without a value all are meant. */
export interface Filter {
  type?: TransactionType
  status?: TransactionStatus
}

/** Which of the two are filtered by: a statement of its own for each combination. */
interface Filtered {
  byType: boolean
  byStatus: boolean
}

const userId = sql.placeholder('userId')
const limit = sql`${sql.placeholder('limit')}::bigint`
const offset = sql`${sql.placeholder('offset')}::bigint`

const literal = (word: string): SQL => sql.raw(`'${word}'`)

/** Id and date of the matching rows as streams that the index holds in order. */
function matching({ byType, byStatus }: Filtered): SQL {
  const key = sql`select ${transactions.id}, ${transactions.transaction_date} from ${transactions} where ${transactions.user_id} = ${userId}`
  if (!byType && !byStatus) return key
  const types = byType ? [sql.placeholder('type')] : transactionTypes.map(literal)
  const statuses = byStatus ? [sql.placeholder('status')] : transactionStatuses.map(literal)
  const streams = types.flatMap((type) =>
    statuses.map(
      (status) => sql`${key} and ${transactions.type} = ${type} and ${transactions.status} = ${status}`,
    ),
  )
  return sql.join(streams, sql` union all `)
}

function count({ byType, byStatus }: Filtered): SQL {
  const { user_id, type, status, count: kept } = transactionTotals
  return sql`select coalesce(sum(${kept}), 0)::bigint as total from ${transactionTotals} where ${user_id} = ${userId}
    ${byType ? sql`and ${type} = ${sql.placeholder('type')}` : sql``}
    ${byStatus ? sql`and ${status} = ${sql.placeholder('status')}` : sql``}`
}

/** One row at least: without a page its columns are null and the number is still told. */
function pageQuery(filtered: Filtered): SQL {
  return sql`(
    with extent as materialized (
      select total, ${offset} * 2 <= total as near_start,
        greatest(least(${limit}, total - ${offset}), 0) as left_over,
        greatest(total - ${offset} - ${limit}, 0) as from_end
      from (${count(filtered)}) as counted
    ), page as (
      (
        select id, transaction_date from (${matching(filtered)}) as newest
        order by transaction_date desc, id desc
        limit (select case when near_start then ${limit} else 0 end from extent) offset ${offset}
      ) union all (
        select id, transaction_date from (${matching(filtered)}) as oldest
        order by transaction_date, id
        limit (select case when near_start then 0 else left_over end from extent)
        offset (select from_end from extent)
      )
    )
    select extent.total, found.* from extent left join (
      page cross join lateral (
        -- The offset keeps this a lookup by key for each entry, whatever the planner thinks of their number.
        select id as row_id, type, description, amount, fee, currency, status, transaction_date as date
        from ${transactions} where ${transactions.id} = page.id offset 0
      ) as found
    ) on true
  ) as page`
}

const statement = (filtered: Filtered) =>
  prepared((db) =>
    db
      .select({
        total: sql<number>`total`,
        id: sql<number | null>`row_id`,
        type: sql<TransactionType>`type`,
        description: sql<string>`description`,
        amount: sql<string>`amount`,
        fee: sql<string>`fee`,
        currency: sql<string>`currency`,
        status: sql<TransactionStatus>`status`,
        transaction_date: sql<Date>`date`.mapWith(transactions.transaction_date),
      })
      .from(pageQuery(filtered))
      .orderBy(sql`date desc`, sql`row_id desc`)
      .prepare(`transactions_page_${filtered.byType}_${filtered.byStatus}`),
  )

const statements = {
  all: statement({ byType: false, byStatus: false }),
  byType: statement({ byType: true, byStatus: false }),
  byStatus: statement({ byType: false, byStatus: true }),
  byBoth: statement({ byType: true, byStatus: true }),
}

/** A page of an investor's transactions, newest first, with the number of all that match. */
export async function readPage(
  userId: number,
  { type, status, limit, offset }: Filter & { limit: number; offset: number },
): Promise<TransactionPage> {
  const query = statements[type ? (status ? 'byBoth' : 'byType') : status ? 'byStatus' : 'all']()
  const rows = await query.execute({ userId, type, status, limit, offset })
  const transactions: Transaction[] = []
  for (const { total: _, id, transaction_date, ...row } of rows) {
    if (id !== null) transactions.push({ id, ...row, transaction_date: transaction_date.toISOString() })
  }
  return { transactions, pagination: { total: rows[0]?.total ?? 0, limit, offset } }
}
