/**
 * What a portfolio is calculated from: the ledger of money, the register of units, and the valuations of its series.
 */
import { sql } from 'drizzle-orm'
import { prepareStatement } from '#db/prepared-queries'
import { transactions } from '#db/schema/cash/transactions'
import { seriesValuations } from '#db/schema/catalog/series'
import { tokens } from '#db/schema/catalog/tokens'
import { registerEntries, registerMovements } from '#db/schema/holdings/register'
import { reversedPayments } from '#modules/cash/transactions/reversed-distribution-payments'
import type { Day } from '#shared/calculations/calendar'
import {
  getPortfolioOnDay,
  listPortfolioDays,
  type PortfolioDay,
  type PortfolioPosition,
  type PortfolioRecords,
  type RegisterDay,
} from '#shared/calculations/portfolio-by-day'

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
  type: MovementType | null,
  corrected: MovementType | null,
]

type MovementType = 'issue' | 'transfer' | 'redemption' | 'correction'

/** One entry of the register of holders. */
export interface Movement extends RegisterDay {
  type: MovementType
  /** The type of the movement that a correction reverses, otherwise its own. */
  corrected: MovementType
}

/** Records with the individual register entries, in order. */
export interface RecordedPortfolio extends PortfolioRecords {
  register: readonly Movement[]
}

/**
 * A single statement, so that all rows are from one moment: a row for each day of the ledger, each register entry and
 * each day with a valuation. Days are in UTC. A completed transaction may be dated a few hours ahead, in the time zone
 * where it was entered: it counts today. The payment of a reversed distribution counts from its day until the reversal.
 */
const readRows = prepareStatement<RecordRow>(
  () => sql`
    with ledger as (
      select least((transaction_date at time zone 'UTC')::date, (now() at time zone 'UTC')::date) as at, type, amount, fee
      from ${transactions} where user_id = ${userId} and status = 'completed'
      union all
      select (at at time zone 'UTC')::date, 'interest', amount, 0 from (${reversedPayments(userId)}) as reversed
    ), moved as (
      select entry.token_id, (movement.at at time zone 'UTC')::date as at, entry.units, entry.cost,
        cash_effect(entry, movement) as paid, movement.id as movement_id, entry.number, movement.type,
        coalesce(reversed.type, movement.type) as corrected
      from ${registerEntries} as entry
      join ${registerMovements} as movement on movement.id = entry.movement_id
      left join ${registerMovements} as reversed on reversed.id = movement.reverses
      where entry.user_id = ${userId}
    )
    select 'ledger' as kind, at::text as at, null as symbol,
      coalesce(sum(amount) filter (where type = 'deposit'), 0) as a,
      coalesce(sum(amount) filter (where type = 'withdrawal'), 0) as b,
      coalesce(sum(amount) filter (where type = 'interest'), 0) as c,
      coalesce(sum(amount) filter (where type = 'fee'), 0) + sum(fee) as d, null as type, null as corrected,
      0::bigint as movement_id, 0::bigint as number
    from ledger where at <= ${to}::date group by at
    union all
    select 'register', moved.at::text, tokens.symbol, units, cost, paid,
      case when corrected = 'transfer' then units else 0 end, type::text, corrected::text, movement_id, number
    from moved join ${tokens} as tokens on tokens.id = moved.token_id
    where moved.at <= ${to}::date
    union all
    select 'unit_value', as_of::text, symbol, preferred, 0, 0, 0, null, null, 0, 0 from (
      select distinct on (valuation.token_id, valuation.as_of) valuation.as_of, tokens.symbol, valuation.preferred
      from ${seriesValuations} as valuation join ${tokens} as tokens on tokens.id = valuation.token_id
      where valuation.token_id in (select token_id from moved) and valuation.as_of <= ${to}::date
      order by valuation.token_id, valuation.as_of, valuation.id desc
    ) as valued
    order by at, movement_id, number`,
)

/** All records of an investor until the end of a day. */
export async function getPortfolioRecords(investorId: number, until: Day): Promise<RecordedPortfolio> {
  const rows = await readRows({ userId: investorId, to: until })
  const records = {
    ledger: [] as PortfolioRecords['ledger'][number][],
    register: [] as Movement[],
    unitValues: [] as PortfolioRecords['unitValues'][number][],
  }
  for (const [kind, at, symbol, a, b, c, d, type, corrected] of rows) {
    if (kind === 'ledger') records.ledger.push({ at, deposited: a, withdrawn: b, income: c, fees: d })
    else if (symbol === null) throw new Error('A movement has no series')
    else if (type === null || corrected === null) records.unitValues.push({ at, symbol, value: a })
    else records.register.push({ at, symbol, units: a, cost: b, paid: c, transferred: d, type, corrected })
  }
  return records
}

/** An investor's portfolio at the end of a day (UTC), with a position for each series. */
export const getInvestorPortfolioOnDay = async (investorId: number, day: Day): Promise<PortfolioPosition> =>
  getPortfolioOnDay(await getPortfolioRecords(investorId, day), day)

/** Every day until the end of `until` with a record of the portfolio, in order. */
export const listInvestorPortfolioDays = async (investorId: number, until: Day): Promise<PortfolioDay[]> =>
  listPortfolioDays(await getPortfolioRecords(investorId, until), until)
