/** The transactions and movements of units that a figure is the sum of. */
import { sql } from 'drizzle-orm'
import type { FigureInput } from '#contract/figures'
import { statement } from '#db/prepared'
import { transactions } from '#db/schema/transactions'
import type { Movement, RecordedPortfolio } from '#modules/portfolio/records'
import { reversedPayments } from '#modules/portfolio/reversed-payments'
import { addDays, type Day } from '#shared/asset/calendar'
import { type Decimal, decimal, sum } from '#shared/asset/decimal'
import { type SeriesGain, seriesGains } from '#shared/asset/gain-days'
import { transfersInKind } from '#shared/asset/portfolio-days'
import { groupDigits } from '#shared/group-digits'
import {
  countsFees,
  DESCRIPTION_SHOWN,
  isLedgerSum,
  type Row,
  rules,
  type Sum,
  toInput,
} from './ledger-rules.ts'
import { holdingLink } from './links.ts'

/**
 * Newest first. Dated as in `readPortfolioRecords`: one that is dated ahead counts today, and a payment that was
 * reversed counts on its day, its reversal on another.
 */
const readTransactions = statement<Row>(
  () => sql`
    select id, type, least((time at time zone 'UTC')::date, (now() at time zone 'UTC')::date)::text, amount, fee,
      left(description, ${sql.raw(String(DESCRIPTION_SHOWN + 1))})
    from (
      (select id, type, transaction_date as time, amount, fee, description
      from ${transactions}
      where user_id = ${sql.placeholder('userId')} and status = 'completed'
        and (type = any(${sql.placeholder('types')}::text[]) or fee > ${sql.placeholder('feeOver')}::numeric)
        and transaction_date >= ${sql.placeholder('from')}::timestamp at time zone 'UTC'
      order by transaction_date desc, id desc limit ${sql.placeholder('limit')})
      union all
      select transaction_id, case when is_reversal then 'reversal' else 'interest' end, at, abs(amount), 0, description
      from (${reversedPayments(sql.placeholder('userId'))}) as reversed
      where 'interest' = any(${sql.placeholder('types')}::text[])
        and at >= ${sql.placeholder('from')}::timestamp at time zone 'UTC'
    ) as booked
    order by time desc, id desc limit ${sql.placeholder('limit')}`,
)

/** What a movement of units was, by its type. */
export function nameMovement({ type, corrected, units }: Movement): string {
  const names = {
    issue: 'Units allotted',
    redemption: 'Units redeemed',
    transfer: decimal(units).gt(0) ? 'Units received' : 'Units given',
    correction: 'Units corrected',
  }
  if (type !== 'correction') return names[type]
  return corrected === 'transfer' ? 'Transfer of units reversed' : `${names[corrected]}, reversed`
}

const price = (value: Decimal | null): string =>
  value ? `$${groupDigits(value.toFixed(2))}` : 'no valuation'

function labelOf(
  { movement, symbol, units, before, after }: SeriesGain,
  movements: readonly Movement[],
): string {
  const of = `${groupDigits(units.toFixed(6))} units`
  if (!movement) return `Valuation of ${symbol}: ${of} from ${price(before)} to ${price(after)}`
  const named = movements.find((one) => one === movement)
  const name = named ? nameMovement(named) : 'Units moved'
  return `${name} of ${symbol}: value of ${of} at ${price(after)} less what was paid`
}

/** Units received or given, at their value; for the cash, what movements paid or cost; for the gains, what they brought. */
function movementsOf(of: Sum, records: RecordedPortfolio, from: Day | null, to: Day): FigureInput[] {
  const isInside = ({ at }: { at: Day }) => (from === null || at > from) && at <= to
  const { movements } = records
  if (isLedgerSum(of)) return []
  const input = (label: string, row: { at: Day; symbol: string }, amount: Decimal): FigureInput => ({
    label,
    at: row.at,
    amount: amount.toFixed(2),
    unit: 'USD',
    link: holdingLink(row.symbol),
  })
  if (of === 'cash' || of === 'units_paid') {
    return movements
      .filter((row) => isInside(row) && Number(row.paid) !== 0)
      .map((row) =>
        input(`${nameMovement(row)} of ${row.symbol}`, row, decimal(row.paid).times(of === 'cash' ? 1 : -1)),
      )
  }
  if (of === 'gains') {
    return seriesGains({ ...records, register: movements }, from, to).map((gain) =>
      input(labelOf(gain, movements), gain, gain.amount),
    )
  }
  const isReceived = of === 'deposited'
  return transfersInKind(records, movements, to)
    .filter((row) => isInside(row) && row.isReceived === isReceived)
    .map((row) => {
      const what = `${groupDigits(row.units.abs().toFixed(6))} units of ${row.symbol}`
      const amount = isReceived ? row.amount : row.amount.times(-1)
      return input(`${what} ${row.units.gt(0) ? 'received' : 'given'}`, row, amount)
    })
}

interface RowsRequest {
  userId: number
  of: Sum
  records: RecordedPortfolio
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
  const rows =
    of === 'units_paid'
      ? []
      : await readTransactions({
          userId,
          types: rules[of].types,
          feeOver: countsFees(of) ? '0' : 'Infinity',
          from: from === null ? '-infinity' : addDays(from, 1),
          limit: limit + 1,
        })
  const booked = rows.map((row) => toInput(of, row)).filter(({ amount }) => Number(amount) !== 0)
  const all = [...booked, ...movementsOf(of, records, from, to).reverse()].sort((a, b) =>
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
