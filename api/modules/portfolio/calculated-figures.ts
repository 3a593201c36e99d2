/** The current figures of a portfolio, calculated from ledger, register and valuations in one statement. */
import { type SQL, sql } from 'drizzle-orm'
import type { CalculatedPortfolio } from '#contract/portfolio/admin-portfolios'
import { database } from '#db/connection'
import { transactions, transactionTotals } from '#db/schema/cash/transactions'
import { seriesValuations } from '#db/schema/catalog/series'
import { normalizeSymbol } from '#db/schema/catalog/tokens'
import { holdings, registerEntries, registerMovements } from '#db/schema/holdings/register'
import { investments } from '#db/schema/portfolio/portfolios'

/** The valuation in effect: of the latest day until `until`, the one entered last. */
/** The preferred value of a series and its day: the latest valuation in effect. */
export const selectUnitValue = (token: SQL, until: SQL = sql`true`) => sql`
  select preferred, as_of from ${seriesValuations} as valuation
  where valuation.token_id = ${token} and ${until} order by valuation.as_of desc, valuation.id desc limit 1`

const booked = (userId: SQL, isWanted: SQL) => sql`
  select coalesce(sum(amount) filter (where type = 'deposit'), 0.00) as deposited,
    coalesce(sum(amount) filter (where type = 'withdrawal'), 0.00) as withdrawn,
    coalesce(sum(case type when 'interest' then amount when 'fee' then -amount else 0 end - fees), 0.00) as earned
  from ${transactionTotals} where user_id = ${userId} and status = 'completed' and ${isWanted}`

const held = (userId: SQL, isWanted: SQL) => sql`
  select coalesce(sum(round(holding.units * valued.preferred, 2)), 0.00) as held,
    coalesce(sum(holding.cash_effect), 0.00) as paid,
    max(valued.as_of) filter (where holding.units > 0) as valued_on, max(holding.moved_at) as moved_at
  from ${holdings} as holding left join lateral (${selectUnitValue(sql`holding.token_id`)}) as valued on true
  where holding.user_id = ${userId} and ${isWanted}`

/** What units transferred in and out changed in the value, net by day and series; as in `listPortfolioDays`. */
const transferred = (userId: SQL, isWanted: SQL) => sql`
  select coalesce(sum(amount) filter (where amount > 0), 0.00) as received,
    coalesce(-sum(amount) filter (where amount < 0), 0.00) as given
  from (
    select sum(round(held * preferred, 2) - round((held - units) * preferred, 2)) as amount
    from (
      select entry.token_id, entry.units, dated.at, coalesce(reversed.type, movement.type) = 'transfer' as is_transfer,
        sum(entry.units) over (partition by entry.token_id order by dated.at, movement.id, entry.number) as held
      from ${registerEntries} as entry
      join ${registerMovements} as movement on movement.id = entry.movement_id
      left join ${registerMovements} as reversed on reversed.id = movement.reverses
      cross join lateral (select (movement.at at time zone 'UTC')::date as at) as dated
      where entry.user_id = ${userId} and ${isWanted}
    ) as moved
    join lateral (${selectUnitValue(sql`moved.token_id`, sql`valuation.as_of <= moved.at`)}) as valued on true
    where is_transfer group by token_id, at
  ) as net`

/**
 * Series held and approved requests: rows of series, token_id, token_symbol, since and is_held. A series that is both
 * has two rows with the same `series`; a deleted token counts under its last symbol.
 */
export const selectActiveSeries = (userId: SQL, isWanted: SQL = sql`true`): SQL => sql`
  select token_id::text as series, token_id, null as token_symbol, moved_at as since, true as is_held
  from ${holdings} as holding where holding.user_id = ${userId} and units > 0 and ${isWanted}
  union all
  select coalesce(token_id::text, ${normalizeSymbol(sql`token_symbol`)}), token_id, token_symbol, approved_at, false
  from ${investments} as investment where investment.user_id = ${userId} and ${isWanted}`

const active = (userId: SQL, isWanted: SQL) => sql`
  select count(distinct series)::int as active from (${selectActiveSeries(userId, isWanted)}) as each`

const newestCompleted = (userId: SQL, isWanted: SQL) => sql`
  (select transaction_date from ${transactions} as newest
    where newest.user_id = ${userId} and status = 'completed' and ${isWanted}
    order by transaction_date desc limit 1)`

/**
 * One row of figures for the investor with this id, for a lateral join. If `isWanted` is false, nothing is read.
 *
 * value = Σ units × unit value + cash; gains = value − deposited + withdrawn. Units transferred in count as deposited,
 * units transferred out as withdrawn. Performance is gains as a percentage of deposits. `valued_at` is the time of the
 * latest record behind the value.
 */
export const selectCalculatedFigures = (userId: SQL, isWanted: SQL = sql`true`): SQL => sql`(
  select value, deposited, withdrawn, received, given, gains, active, valued_at,
    coalesce(round(gains * 100 / nullif(deposited, 0), 4), 0) as performance
  from (
    select held + cash as value, deposited + received as deposited, withdrawn + given as withdrawn, received, given, active,
      held + cash - deposited - received + withdrawn + given as gains,
      greatest(valued_on::timestamp at time zone 'UTC', moved_at, ${newestCompleted(userId, isWanted)}) as valued_at
    from (
      select booked.*, held.*, in_kind.*, active, deposited - withdrawn + earned + paid as cash
      from (${booked(userId, isWanted)}) as booked, (${held(userId, isWanted)}) as held,
        (${transferred(userId, isWanted)}) as in_kind, (${active(userId, isWanted)}) as counted
    ) as summed
  ) as valued
)`

interface DerivedRow extends Record<string, unknown> {
  user_id: number
  value: string
  deposited: string
  withdrawn: string
  gains: string
  active: number
  performance: string
}

/** The calculated figures of each of these investors. */
export async function listCalculatedPortfolios(
  userIds: readonly number[],
  connection = database(),
): Promise<CalculatedPortfolio[]> {
  if (userIds.length === 0) return []
  const rows = await connection.execute<DerivedRow>(sql`
    select asked.id as user_id, derived.* from unnest(${`{${userIds.join(',')}}`}::int[]) as asked (id)
    cross join lateral ${selectCalculatedFigures(sql`asked.id`)} as derived`)
  return rows.map(({ user_id, value, deposited, withdrawn, gains, active, performance }) => ({
    user_id,
    total_value: value,
    total_invested: deposited,
    total_withdrawn: withdrawn,
    total_gains: gains,
    active_investments: active,
    performance: Number(performance),
  }))
}
