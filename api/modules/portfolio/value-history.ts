/** Data of a portfolio's charts: its values, calculated or as entered, and its net contributions. */
import { asc, eq, sql } from 'drizzle-orm'
import { type ContributionPoint, HISTORY_POINTS_MAX, type ValueHistory } from '#contract/portfolio/portfolio'
import { prepareQuery, prepareStatement, toIsoTimestamp } from '#db/prepared-queries'
import { transactions } from '#db/schema/cash/transactions'
import { portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'
import type { Day } from '#shared/calculations/calendar'
import type { PortfolioDay } from '#shared/calculations/portfolio-by-day'
import { getFigureSource } from './figure-source.ts'
import { listInvestorPortfolioDays } from './portfolio-records.ts'

const userId = sql.placeholder('userId')
/** One of the points is the oldest, which is always included. */
const STEPPED_POINTS = sql.raw(`${HISTORY_POINTS_MAX - 1}.0`)

/**
 * Every n-th point, counted back from the latest so that it is always included; n grows with their number. The oldest
 * is always included too: a chart begins where the portfolio does.
 */
const values = prepareQuery((db) => {
  const numbered = db
    .select({
      recorded_at: portfolioValues.recorded_at,
      total_value: portfolioValues.total_value,
      total_invested: portfolioValues.total_invested,
      place: sql<number>`row_number() over (order by ${portfolioValues.recorded_at} desc)`.as('place'),
      total: sql<number>`count(*) over ()`.as('total'),
    })
    .from(portfolioValues)
    .innerJoin(portfolios, eq(portfolios.id, portfolioValues.portfolio_id))
    .where(eq(portfolios.user_id, userId))
    .as('numbered')
  const step = sql`ceil(${numbered.total} / ${STEPPED_POINTS})::int`
  return db
    .select({
      recorded_at: numbered.recorded_at,
      total_value: numbered.total_value,
      total_invested: numbered.total_invested,
    })
    .from(numbered)
    .where(sql`(${numbered.place} - 1) % ${step} = 0 or ${numbered.place} = ${numbered.total}`)
    .orderBy(asc(numbered.recorded_at))
    .prepare('portfolio_history')
})

/**
 * The running sum of deposits less withdrawals, at each of their dates, thinned like the values. A thinned step has the
 * date of its last transaction, so the line never rises before a deposit. Future dates are omitted.
 */
const contributions = prepareStatement<[time: string, net: string]>(
  () => sql`
    with changes as (
      select transaction_date as time, sum(case type when 'deposit' then amount else -amount end) as change
      from ${transactions}
      where user_id = ${userId} and type in ('deposit', 'withdrawal') and status = 'completed' and transaction_date <= now()
      group by transaction_date
    ), numbered as (
      select time, sum(change) over (order by time) as net,
        row_number() over (order by time desc) as place, count(*) over () as total
      from changes
    )
    select time, net from numbered
    where (place - 1) % ceil(total / ${STEPPED_POINTS})::int = 0 or place = total
    order by time`,
)

/** The values and contributions of entered figures, oldest first. */
async function readEntered(userId: number): Promise<ValueHistory> {
  const [points, steps] = await Promise.all([values().execute({ userId }), contributions({ userId })])
  return {
    points: points.map(({ recorded_at, ...figures }) => ({ time: recorded_at.toISOString(), ...figures })),
    contributions: steps.map(([time, net]): ContributionPoint => ({ time: toIsoTimestamp(time), net })),
  }
}

/** Like the statements above: every n-th counted back from the latest, and the oldest. */
function thin<T>(all: readonly T[]): T[] {
  const step = Math.ceil(all.length / (HISTORY_POINTS_MAX - 1))
  return all.filter((_, at) => at === 0 || (all.length - 1 - at) % step === 0)
}

const netOf = ({ deposited, received, withdrawn, given }: PortfolioDay): string =>
  deposited.plus(received).minus(withdrawn).minus(given).toFixed(2)

/** The values at the end of each day with a record, and today; contributions where they change. */
function ofDays(days: readonly PortfolioDay[], today: Day): ValueHistory {
  const last = days.at(-1)
  const timeOf = ({ at }: PortfolioDay) => `${at}T00:00:00.000Z`
  return {
    points: thin(last && last.at < today ? [...days, { ...last, at: today }] : days).map((day) => ({
      time: timeOf(day),
      total_value: day.value.toFixed(2),
      total_invested: day.deposited.plus(day.received).toFixed(2),
    })),
    contributions: thin(days.filter(({ inflow, outflow }) => !inflow.eq(outflow))).map((day) => ({
      time: timeOf(day),
      net: netOf(day),
    })),
  }
}

/** The value and the net contributions of an investor over time, oldest first. */
export async function getValueHistory(userId: number): Promise<ValueHistory> {
  if ((await getFigureSource(userId)) === 'entered') return readEntered(userId)
  const today = new Date().toISOString().slice(0, 10)
  return ofDays(await listInvestorPortfolioDays(userId, today), today)
}
