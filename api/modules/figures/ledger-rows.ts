/** The transactions and movements of units that a figure is the sum of. */
import { sql } from 'drizzle-orm'
import type { FigureInput } from '#contract/figures'
import { statement } from '#db/prepared'
import { transactions } from '#db/schema/transactions'
import { reversedPayments } from '#modules/portfolio/reversed-payments'
import { addDays, type Day } from '#shared/asset/calendar'
import { type Decimal, decimal, sum } from '#shared/asset/decimal'
import { type SeriesGain, seriesGains } from '#shared/asset/gain-days'
import { type PortfolioRecords, type RegisterDay, transfersInKind } from '#shared/asset/portfolio-days'
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

/** What the movements of a day in one series were. */
export function nameMovement({ units, paid, transferred }: RegisterDay): string {
  if (Number(paid) < 0) return 'Units allotted'
  if (Number(paid) > 0) return Number(units) < 0 ? 'Units redeemed or taken back' : 'Units moved'
  if (Number(transferred) !== 0) return Number(transferred) > 0 ? 'Units received' : 'Units given'
  return 'Units entered'
}

const price = (value: Decimal | null): string =>
  value ? `$${groupDigits(value.toFixed(2))}` : 'no valuation'

function labelOf({ isValuation, symbol, units, before, after }: SeriesGain): string {
  return isValuation
    ? `Valuation of ${symbol}: ${groupDigits(units.toFixed(6))} units from ${price(before)} to ${price(after)}`
    : `Movement of ${groupDigits(units.toFixed(6))} units of ${symbol}: their value at ${price(after)} less what was paid`
}

/** Units received or given, at their value; for the cash, what movements paid or cost; for the gains, what they brought. */
function movementsOf(of: Sum, records: PortfolioRecords, from: Day | null, to: Day): FigureInput[] {
  const isInside = ({ at }: { at: Day }) => (from === null || at > from) && at <= to
  if (isLedgerSum(of)) return []
  if (of === 'cash' || of === 'units_paid') {
    return records.register
      .filter((row) => isInside(row) && Number(row.paid) !== 0)
      .map((row) => ({
        label: `${nameMovement(row)} of ${row.symbol}`,
        at: row.at,
        amount: decimal(row.paid)
          .times(of === 'cash' ? 1 : -1)
          .toFixed(2),
        unit: 'USD',
        link: holdingLink(row.symbol),
      }))
  }
  if (of === 'gains') {
    return seriesGains(records, from, to).map((gain) => ({
      label: labelOf(gain),
      at: gain.at,
      amount: gain.amount.toFixed(2),
      unit: 'USD',
      link: holdingLink(gain.symbol),
    }))
  }
  const sign = of === 'deposited' ? 1 : -1
  return transfersInKind(records, to)
    .filter((row) => isInside(row) && row.amount.times(sign).gt(0))
    .map(({ at, symbol, units, amount }) => ({
      label: `${groupDigits(units.abs().toFixed(6))} units of ${symbol} ${sign > 0 ? 'received' : 'given'}`,
      at,
      amount: amount.times(sign).toFixed(2),
      unit: 'USD',
      link: holdingLink(symbol),
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
