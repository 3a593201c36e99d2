/** What a portfolio is derived from: the ledger of money, the register of units, and the valuations of its series. */
import { sql } from 'drizzle-orm'
import { statement } from '#db/prepared'
import { registerEntries, registerMovements } from '#db/schema/register'
import { seriesValuations } from '#db/schema/series'
import { tokens } from '#db/schema/tokens'
import { transactions } from '#db/schema/transactions'
import type { Day } from '#shared/asset/calendar'
import {
  type PortfolioDay,
  type PortfolioPosition,
  type PortfolioRecords,
  portfolioDays,
  portfolioOn,
} from '#shared/asset/portfolio-days'
import { reversedPayments } from './reversed-payments.ts'

const userId = sql.placeholder('userId')
const to = sql.placeholder('to')

type RecordRow = [
  kind: 'ledger' | 'register' | 'unit_value',
  at: Day,
  symbol: string | null,
  a: string,
  b: string,
  c: string,
  d: string,
]

/**
 * One statement, so that all rows are of one moment; at most a row a day and series. Days are in UTC. A completed
 * transaction may be dated a few hours ahead, in the zone where it was entered: it counts today. The payment of a
 * reversed distribution counts from its day until that of the reversal.
 */
const readRows = statement<RecordRow>(
  () => sql`
    with ledger as (
      select least((transaction_date at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as at, type, amount, fee
      from ${transactions} where user_id = ${userId} and status = 'completed'
      union all
      select (at at time zone 'UTC')::date, 'interest', amount, 0 from (${reversedPayments(userId)}) as reversed
    ), moved as (
      select entry.token_id, (movement.at at time zone 'UTC')::date as at, entry.units, entry.cost,
        cash_effect(entry, movement) as paid,
        case when coalesce(reversed.type, movement.type) = 'transfer' then entry.units else 0 end as transferred
      from ${registerEntries} as entry
      join ${registerMovements} as movement on movement.id = entry.movement_id
      left join ${registerMovements} as reversed on reversed.id = movement.reverses
      where entry.user_id = ${userId}
    )
    select 'ledger' as kind, at::text as at, null as symbol,
      coalesce(sum(amount) filter (where type = 'deposit'), 0) as a,
      coalesce(sum(amount) filter (where type = 'withdrawal'), 0) as b,
      coalesce(sum(amount) filter (where type = 'interest'), 0) as c,
      coalesce(sum(amount) filter (where type = 'fee'), 0) + sum(fee) as d
    from ledger where at <= ${to}::date group by at
    union all
    select 'register', moved.at::text, tokens.symbol, sum(units), sum(cost), sum(paid), sum(transferred)
    from moved join ${tokens} as tokens on tokens.id = moved.token_id
    where moved.at <= ${to}::date group by moved.at, tokens.symbol
    union all
    select 'unit_value', as_of::text, symbol, preferred, 0, 0, 0 from (
      select distinct on (valuation.token_id, valuation.as_of) valuation.as_of, tokens.symbol, valuation.preferred
      from ${seriesValuations} as valuation join ${tokens} as tokens on tokens.id = valuation.token_id
      where valuation.token_id in (select token_id from moved) and valuation.as_of <= ${to}::date
      order by valuation.token_id, valuation.as_of, valuation.id desc
    ) as valued
    order by at`,
)

/** All records of an investor until the end of a day. */
export async function readPortfolioRecords(investorId: number, until: Day): Promise<PortfolioRecords> {
  const rows = await readRows({ userId: investorId, to: until })
  const records = {
    ledger: [] as PortfolioRecords['ledger'][number][],
    register: [] as PortfolioRecords['register'][number][],
    unitValues: [] as PortfolioRecords['unitValues'][number][],
  }
  for (const [kind, at, symbol, a, b, c, d] of rows) {
    if (kind === 'ledger') records.ledger.push({ at, deposited: a, withdrawn: b, income: c, fees: d })
    else if (symbol === null) throw new Error('A movement has no series')
    else if (kind === 'register')
      records.register.push({ at, symbol, units: a, cost: b, paid: c, transferred: d })
    else records.unitValues.push({ at, symbol, value: a })
  }
  return records
}

/** The portfolio of an investor at the end of a day (UTC), with a position for each series. */
export const readPortfolioOn = async (investorId: number, day: Day): Promise<PortfolioPosition> =>
  portfolioOn(await readPortfolioRecords(investorId, day), day)

/** Every day until the end of `until` on which something was recorded of the portfolio, in order. */
export const readPortfolioDays = async (investorId: number, until: Day): Promise<PortfolioDay[]> =>
  portfolioDays(await readPortfolioRecords(investorId, until), until)
