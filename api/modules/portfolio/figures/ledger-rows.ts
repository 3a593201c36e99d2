/** The transactions and unit movements that a figure sums. */
import { sql } from 'drizzle-orm'
import type { FigureInput } from '#contract/portfolio/figures'
import { prepareStatement } from '#db/prepared-queries'
import { transactions } from '#db/schema/cash/transactions'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import type { Movement, RecordedPortfolio } from '#modules/portfolio/portfolio-records'
import { addDays, type Day } from '#shared/calculations/calendar'
import { type Decimal, sum, toDecimal } from '#shared/calculations/decimal'
import { listGainsByRecord, type RecordGain } from '#shared/calculations/gains-by-record'
import { listInKindTransfers } from '#shared/calculations/portfolio-by-day'
import { addThousandsSeparators } from '#shared/thousands-separators'
import {
  countsFees,
  DESCRIPTION_LENGTH_MAX,
  isLedgerTotal,
  type LedgerTotal,
  ledgerRules,
  type Row,
  toFigureInput,
} from './ledger-rules.ts'
import { getHoldingPath } from './record-links.ts'

/**
 * Newest first. Dated as in `getPortfolioRecords`: a transaction that is dated ahead counts today, and a reversed
 * payment counts on its own day, its reversal on another.
 */
const readTransactions = prepareStatement<Row>(
  () => sql`
    select id, type, least((time at time zone 'UTC')::date, (now() at time zone 'UTC')::date)::text, amount, fee,
      left(description, ${sql.raw(String(DESCRIPTION_LENGTH_MAX + 1))})
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

/** Description of a unit movement, by type. */
export function formatMovementDayLabel({ type, corrected, units }: Movement): string {
  const names = {
    issue: 'Units allotted',
    redemption: 'Units redeemed',
    transfer: toDecimal(units).gt(0) ? 'Units transferred in' : 'Units transferred out',
    correction: 'Units corrected',
  }
  if (type !== 'correction' || corrected === 'correction') return names[type]
  const reversed = {
    issue: 'Allotment reversed',
    redemption: 'Redemption reversed',
    transfer: 'Transfer reversed',
  }
  return reversed[corrected]
}

const price = (value: Decimal | null): string =>
  value ? `$${addThousandsSeparators(value.toFixed(2))}` : 'no valuation'

function labelOf(
  { movement, symbol, units, before, after }: RecordGain,
  movements: readonly Movement[],
): string {
  const of = `${addThousandsSeparators(units.toFixed(6))} units`
  if (!movement) return `Valuation of ${symbol}: ${of} from ${price(before)} to ${price(after)}`
  const named = movements.find((one) => one === movement)
  const name = named ? formatMovementDayLabel(named) : 'Units moved'
  return `${name}, ${symbol}: value of ${of} at ${price(after)} less the amount paid`
}

/**
 * Units transferred in or out, at their value; for the cash, what movements paid or cost; for the gains, what they
 * contributed.
 */
function movementsOf(of: LedgerTotal, records: RecordedPortfolio, from: Day | null, to: Day): FigureInput[] {
  const isInside = ({ at }: { at: Day }) => (from === null || at > from) && at <= to
  const { register } = records
  if (isLedgerTotal(of)) return []
  const input = (label: string, row: { at: Day; symbol: string }, amount: Decimal): FigureInput => ({
    label,
    at: row.at,
    amount: amount.toFixed(2),
    unit: 'USD',
    link: getHoldingPath(row.symbol),
  })
  if (of === 'cash' || of === 'units_paid') {
    return register
      .filter((row) => isInside(row) && Number(row.paid) !== 0)
      .map((row) =>
        input(
          `${formatMovementDayLabel(row)}, ${row.symbol}`,
          row,
          toDecimal(row.paid).times(of === 'cash' ? 1 : -1),
        ),
      )
  }
  if (of === 'gains') {
    return listGainsByRecord(records, from, to).map((gain) =>
      input(labelOf(gain, register), gain, gain.amount),
    )
  }
  const isReceived = of === 'deposited'
  return listInKindTransfers(records, register, to)
    .filter((row) => isInside(row) && row.isReceived === isReceived)
    .map((row) => {
      const what = `${addThousandsSeparators(row.units.abs().toFixed(6))} units of ${row.symbol}`
      const amount = isReceived ? row.amount : row.amount.times(-1)
      return input(`${what} ${row.units.gt(0) ? 'transferred in' : 'transferred out'}`, row, amount)
    })
}

interface RowsRequest {
  userId: number
  of: LedgerTotal
  records: RecordedPortfolio
  /** Rows after the end of this day; null for all. */
  from: Day | null
  to: Day
  /** Sum of the rows. */
  total: Decimal
  limit: number
}

/** The latest rows of a sum, newest first, and one row with the sum of the others. */
export async function listTotalInputs(request: RowsRequest): Promise<FigureInput[]> {
  const { userId, of, records, from, to, total, limit } = request
  const rows =
    of === 'units_paid'
      ? []
      : await readTransactions({
          userId,
          types: ledgerRules[of].types,
          feeOver: countsFees(of) ? '0' : 'Infinity',
          from: from === null ? '-infinity' : addDays(from, 1),
          limit: limit + 1,
        })
  const booked = rows.map((row) => toFigureInput(of, row)).filter(({ amount }) => Number(amount) !== 0)
  const all = [...booked, ...movementsOf(of, records, from, to).reverse()].sort((a, b) =>
    (a.at ?? '') > (b.at ?? '') ? -1 : (a.at ?? '') < (b.at ?? '') ? 1 : 0,
  )
  const shown = all.slice(0, limit)
  const rest = total.minus(sum(shown.map(({ amount }) => amount)))
  if (all.length <= limit && rest.eq(0)) return shown
  const others: FigureInput = {
    label: 'All earlier records',
    at: null,
    amount: rest.toFixed(2),
    unit: 'USD',
    link: '/access/transactions',
  }
  return [...shown, others]
}
