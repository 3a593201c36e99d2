/** An investor's holdings with their value, and the cash balance. */
import { sql } from 'drizzle-orm'
import type { HoldingsResponse, UnitHolding } from '#contract/holdings/holdings'
import { prepareStatement } from '#db/prepared-queries'

const userId = sql.placeholder('userId')

type HoldingRow = [
  symbol: string | null,
  name: string,
  units: string,
  cost: string,
  unit_value: string | null,
  value: string | null,
  gain: string | null,
  gain_percent: number | null,
  as_of: string | null,
  cash: string,
  unallocated: string,
  total: string,
  is_illustrative: boolean,
]

/**
 * The holdings with the cash balance in each row; one row without a symbol for an investor who holds nothing.
 *
 * Value = units × the preferred value of the current valuation, to the cent. Cost is average cost: what units
 * cost when they were allotted, moved with them by transfers and released in proportion by redemptions.
 *
 * Cash = deposits + interest + redemption proceeds − withdrawals − fees − cost of allotted units, of
 * completed and uncorrected items. A transfer stays between the investor's own accounts: only its fee counts.
 * The unallocated part is reserved for approved or paid subscriptions.
 */
export const holdingsQuery = prepareStatement<HoldingRow>(
  () => sql`
    with held as (
      select tokens.symbol, tokens.name, holdings.units, holdings.cost, valuation.preferred as unit_value, valuation.as_of,
        coalesce(series.is_illustrative, false) as is_illustrative, round(holdings.units * valuation.preferred, 2) as value
      from holdings join tokens on tokens.id = holdings.token_id
      left join series on series.token_id = holdings.token_id
      left join lateral (
        select preferred, as_of from series_valuations where series_valuations.token_id = holdings.token_id
        order by as_of desc, id desc limit 1
      ) as valuation on true
      where holdings.user_id = ${userId} and holdings.units > 0
    ), money as (
      select
        coalesce((select sum(case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fees)
          from transaction_totals where user_id = ${userId} and status = 'completed'), 0)
        + coalesce((select sum(cash_effect) from holdings where user_id = ${userId}), 0) as cash,
        coalesce((select sum(amount) from subscriptions where user_id = ${userId} and state in ('approved', 'funded')), 0) as waiting,
        coalesce((select sum(value) from held), 0) as value
    )
    select symbol, name, units::text, cost::text, unit_value::text, held.value::text, (held.value - cost)::text,
      case when cost > 0 then round((held.value - cost) * 100 / cost, 2)::float8 end, as_of::text,
      cash::numeric(30, 2)::text, least(greatest(cash, 0), waiting)::numeric(30, 2)::text, (cash + money.value)::numeric(30, 2)::text,
      is_illustrative
    from money left join held on true order by held.value desc nulls last, symbol`,
)

/** A share of the investor's total in percent, with two decimals; null without a total. */
export const calculateShare = (value: string | null, total: string): number | null =>
  value === null || Number(total) <= 0 ? null : Math.round((Number(value) / Number(total)) * 10_000) / 100

function toHolding([symbol, ...rest]: HoldingRow): UnitHolding[] {
  if (symbol === null) return []
  const [name, units, cost, unit_value, value, gain, gain_percent, as_of, , , total, is_illustrative] = rest
  const share_percent = calculateShare(value, total)
  const value_of = { unit_value, value, gain, gain_percent, share_percent, as_of }
  return [{ symbol, name, units, cost, ...value_of, is_illustrative }]
}

/** The holdings of an investor, largest value first. */
export async function listHoldings(userId: number): Promise<HoldingsResponse> {
  const rows = await holdingsQuery({ userId })
  const [first] = rows
  if (!first) throw new Error('A select returned no row')
  const [cash, unallocated, total] = [first[9], first[10], first[11]]
  return { holdings: rows.flatMap(toHolding), cash, unallocated, total }
}
