/** The transactions and movements of units that a figure is the sum of. */
import { sql } from 'drizzle-orm'
import type { FigureInput } from '#contract/figures'
import { statement } from '#db/prepared'
import { transactions } from '#db/schema/transactions'
import { addDays, type Day } from '#shared/asset/calendar'
import { type Decimal, decimal, sum } from '#shared/asset/decimal'
import { type PortfolioRecords, transfersInKind } from '#shared/asset/portfolio-days'
import { codeOf } from './links.ts'

type Row = [id: number, type: string, at: Day, amount: string, fee: string]

/** Newest first. Dated as in `readPortfolioRecords`: one that is dated ahead counts today. */
const readTransactions = statement<Row>(
  () => sql`
    select id, type, least((transaction_date at time zone 'UTC')::date, (now() at time zone 'UTC')::date)::text, amount, fee
    from ${transactions}
    where user_id = ${sql.placeholder('userId')} and status = 'completed' and type = any(${sql.placeholder('types')}::text[])
      and transaction_date >= ${sql.placeholder('from')}::timestamp at time zone 'UTC'
    order by transaction_date desc, id desc limit ${sql.placeholder('limit')}`,
)

/** The kinds of rows of a sum. */
export type Sum = 'deposited' | 'withdrawn' | 'cash'

const typesOf: Record<Sum, string> = {
  deposited: '{deposit}',
  withdrawn: '{withdrawal}',
  cash: '{deposit,withdrawal,interest,fee,transfer}',
}
const nouns: Record<string, string> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  interest: 'Interest or distribution',
  fee: 'Fee',
  transfer: 'Fee of transfer',
}

/** What a completed row adds to the cash, with its fee. */
function effectOf([, type, , amount, fee]: Row): Decimal {
  const size = type === 'transfer' ? '0' : amount
  const signed = decimal(size).times(type === 'deposit' || type === 'interest' ? 1 : -1)
  return signed.minus(decimal(fee))
}

function toInput(of: Sum, row: Row): FigureInput {
  const [id, type, at, amount, fee] = row
  const less = of === 'cash' && type !== 'transfer' && Number(fee) > 0 ? `, with its fee of ${fee}` : ''
  return {
    label: `${nouns[type] ?? type} ${id}${less}`,
    at,
    amount: of === 'cash' ? effectOf(row).toFixed(2) : amount,
    unit: 'USD',
    link: `/access/transactions?from=${at}&to=${at}`,
  }
}

/** Units received or given, at their value; and for the cash, what movements paid or cost. */
function movementsOf(of: Sum, records: PortfolioRecords, from: Day | null, to: Day): FigureInput[] {
  const isInside = ({ at }: { at: Day }) => (from === null || at > from) && at <= to
  if (of === 'cash') {
    return records.register
      .filter((row) => isInside(row) && Number(row.paid) !== 0)
      .map(({ at, symbol, paid }) => ({
        label: `${Number(paid) < 0 ? 'Units allotted' : 'Units redeemed'} of ${symbol}`,
        at,
        amount: decimal(paid).toFixed(2),
        unit: 'USD',
        link: `/access/holdings/${codeOf(symbol)}`,
      }))
  }
  const sign = of === 'deposited' ? 1 : -1
  return transfersInKind(records, to)
    .filter((row) => isInside(row) && row.amount.times(sign).gt(0))
    .map(({ at, symbol, units, amount }) => ({
      label: `${units.abs().toFixed(6)} units of ${symbol} ${sign > 0 ? 'received' : 'given'}`,
      at,
      amount: amount.times(sign).toFixed(2),
      unit: 'USD',
      link: `/access/holdings/${codeOf(symbol)}`,
    }))
}

interface RowsRequest {
  userId: number
  of: Sum
  records: PortfolioRecords
  /** Rows after the end of this day; null for all. */
  from: Day | null
  to: Day
  /** What the rows add up to. */
  total: Decimal
  limit: number
}

/** The newest rows of a sum, newest first, and one row with the sum of the others. */
export async function readSumRows(request: RowsRequest): Promise<FigureInput[]> {
  const { userId, of, records, from, to, total, limit } = request
  const rows = await readTransactions({
    userId,
    types: typesOf[of],
    from: from === null ? '-infinity' : addDays(from, 1),
    limit: limit + 1,
  })
  const booked = rows.map((row) => toInput(of, row)).filter(({ amount }) => Number(amount) !== 0)
  const all = [...booked, ...movementsOf(of, records, from, to)].sort((a, b) =>
    (a.at ?? '') > (b.at ?? '') ? -1 : (a.at ?? '') < (b.at ?? '') ? 1 : 0,
  )
  const shown = all.slice(0, limit)
  const rest = total.minus(sum(shown.map(({ amount }) => amount)))
  if (all.length <= limit && rest.eq(0)) return shown
  const others: FigureInput = {
    label: 'All earlier records together',
    at: null,
    amount: rest.toFixed(2),
    unit: 'USD',
    link: '/access/transactions',
  }
  return [...shown, others]
}
