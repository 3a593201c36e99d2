/** An investor's holdings with their value, and the cash beside them. */
import { sql } from 'drizzle-orm'
import type { ResponseOf } from '#contract/endpoint'
import type { HolderEntry, HoldingsResponse, holdings, UnitHolding } from '#contract/holdings'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { isoInstant } from '#db/prepared'
import { listCurrentDocuments } from '#modules/series/documents'
import { findSeries } from '#modules/series/figures'
import { listValuations } from '#modules/series/records'

/** Most entries of a holding in one response. */
const MAX_ENTRIES = 500

type HoldingRow = UnitHolding & Record<string, unknown>

/**
 * Units × the preferred value of the current valuation, to the cent. Cost is average cost: what units cost when they
 * were allotted, moved along with them by transfers and released in proportion by redemptions.
 */
const selectHoldings = (userId: number) => sql`
  with held as (
    select tokens.symbol, tokens.name, holdings.units, holdings.cost, valuation.preferred as unit_value, valuation.as_of,
      round(holdings.units * valuation.preferred, 2) as value
    from holdings join tokens on tokens.id = holdings.token_id
    left join lateral (
      select preferred, as_of from series_valuations where series_valuations.token_id = holdings.token_id
      order by as_of desc, id desc limit 1
    ) as valuation on true
    where holdings.user_id = ${userId} and holdings.units > 0
  )
  select symbol, name, units::text, cost::text, unit_value::text, value::text, (value - cost)::text as gain,
    case when cost > 0 then round((value - cost) * 100 / cost, 2)::float8 end as gain_percent, as_of::text
  from held order by value desc nulls last, symbol`

const shareOf = (value: string | null, total: string): number | null =>
  value === null || Number(total) <= 0 ? null : Math.round((Number(value) / Number(total)) * 10_000) / 100

interface CashRow extends Record<string, unknown> {
  cash: string
  unallocated: string
  total: string
}

/**
 * Cash = deposits + interest + redemption proceeds − withdrawals − fees − cost of allotted units, of what is completed
 * and not corrected. A transfer stays between the investor's own accounts: only its fee counts. The unallocated part
 * waits for subscriptions that are approved or paid.
 */
const selectCash = (userId: number, value: string) => sql`
  select cash::numeric(20, 2)::text as cash, least(greatest(cash, 0), waiting)::numeric(20, 2)::text as unallocated,
    (cash + ${value}::numeric)::numeric(20, 2)::text as total
  from (
    select
      coalesce((select sum(case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end - fees)
        from transaction_totals where user_id = ${userId} and status = 'completed'), 0)
      + coalesce((select sum(cash_effect) from holdings where user_id = ${userId}), 0) as cash,
      coalesce((select sum(amount) from subscriptions where user_id = ${userId} and state in ('approved', 'funded')), 0) as waiting
  ) as summed`

/** The holdings of an investor, largest value first. */
export async function readHoldings(userId: number): Promise<HoldingsResponse> {
  const rows = await database().execute<HoldingRow>(selectHoldings(userId))
  const values = rows.map(({ value }) => value ?? '0')
  const [summed] = await database().execute<{ value: string }>(
    sql`select coalesce(sum(value::numeric), 0)::numeric(20, 2)::text as value from unnest(string_to_array(${values.join(' ')}, ' ')) as value`,
  )
  const [cash] = await database().execute<CashRow>(selectCash(userId, summed?.value ?? '0'))
  if (!cash) throw new Error('A select returned no row')
  return {
    holdings: rows.map((row) => ({ ...row, share_percent: shareOf(row.value, cash.total) })),
    cash: cash.cash,
    unallocated: cash.unallocated,
    total: cash.total,
  }
}

interface EntryRow extends Record<string, unknown> {
  number: number
  type: HolderEntry['type']
  at: string
  units: string
  cost: string
  balance: string
  reason: string
  hash: string
}

/** One holding of an investor. Throws `not_found` for a series of which the investor never held units. */
export async function readHolding(userId: number, symbol: string): Promise<ResponseOf<typeof holdings.read>> {
  const { token } = await findSeries(symbol)
  const entries = await database().execute<EntryRow>(sql`
    select entry.number, movement.type, movement.at::text as at, entry.units::text, entry.cost::text, movement.reason, entry.hash,
      sum(entry.units) over (order by entry.number)::numeric(18, 6)::text as balance
    from register_entries as entry join register_movements as movement on movement.id = entry.movement_id
    where entry.user_id = ${userId} and entry.token_id = ${token.id}
    order by entry.number desc limit ${MAX_ENTRIES}`)
  if (entries.length === 0) throw new Problem('not_found', 'You hold no units of this series.')
  const { holdings: held } = await readHoldings(userId)
  const none = {
    units: '0.000000',
    cost: '0.00',
    unit_value: null,
    value: null,
    gain: null,
    gain_percent: null,
  }
  const holding = held.find((one) => one.symbol === token.symbol)
  return {
    holding: holding ?? { symbol: token.symbol, name: token.name, ...none, share_percent: null, as_of: null },
    entries: entries.map((entry) => ({ ...entry, at: isoInstant(entry.at) })),
    valuations: await listValuations(token.id),
    documents: await listCurrentDocuments(token.id),
  }
}
