/** The course of an investor's portfolio: derived day by day, or as its values were entered. */
import { sql } from 'drizzle-orm'
import type { PortfolioSource } from '#contract/portfolio'
import { statement } from '#db/prepared'
import { portfolios, portfolioValues } from '#db/schema/portfolios'
import { type RecordedPortfolio, readPortfolioRecords } from '#modules/portfolio/records'
import { readSource } from '#modules/portfolio/source'
import { type Day, dayOf } from '#shared/asset/calendar'
import type { Course, DatedValue } from '#shared/asset/capital-days'
import { type PortfolioDay, portfolioDays } from '#shared/asset/portfolio-days'
import { type Span, spanOf } from '#shared/asset/returns'
import type { Period } from '#shared/enums/portfolios'

export interface PortfolioCourse {
  source: PortfolioSource
  records: RecordedPortfolio
  /** Derived, also where figures were entered: its flows are the same. */
  days: readonly PortfolioDay[]
  /** The last value entered on each day; empty for a derived portfolio. */
  entered: readonly (DatedValue & { value: string; gains: string })[]
  course: Course
  today: Day
}

/** The last of each day (UTC). */
const readEntered = statement<[at: Day, value: string, gains: string]>(
  () => sql`
    select distinct on (at) at::text, total_value, total_gains from (
      select (recorded_at at time zone 'UTC')::date as at, recorded_at, point.total_value, point.total_gains
      from ${portfolioValues} as point join ${portfolios} as portfolio on portfolio.id = point.portfolio_id
      where portfolio.user_id = ${sql.placeholder('userId')}
    ) as dated order by at, recorded_at desc`,
)

/** The course of an investor until now. */
export async function readCourse(userId: number): Promise<PortfolioCourse> {
  const today = dayOf(Date.now())
  const source = await readSource(userId)
  const records = await readPortfolioRecords(userId, today)
  const days = portfolioDays(records, today)
  const flows = days.flatMap(({ at, inflow, outflow }) =>
    [inflow, outflow.times(-1)].filter((amount) => !amount.eq(0)).map((amount) => ({ at, amount })),
  )
  if (source === 'derived') {
    const course = { values: days.map(({ at, value }) => ({ at, value })), flows }
    return { source, records, days, entered: [], course, today }
  }
  const entered = (await readEntered({ userId })).map(([at, value, gains]) => ({ at, value, gains }))
  return { source, records, days, entered, course: { values: entered, flows }, today }
}

/** The span of a period that ends today; null before anything happened. */
export const spanOfPeriod = (period: Period, { course, today }: PortfolioCourse): Span | null =>
  spanOf(period, course, today)

/** The first day with a value that was entered; null for a derived portfolio. */
export const recordedFrom = ({ entered }: PortfolioCourse): Day | null => entered[0]?.at ?? null

/**
 * The span over which a return is measured; null where there is none. What an entered portfolio was worth before its first
 * value is not known: everything begins with that, and a period that begins before it has no return.
 */
export function spanOfReturn(period: Period, portfolio: PortfolioCourse): Span | null {
  const span = spanOfPeriod(period, portfolio)
  const first = recordedFrom(portfolio)
  if (span === null || portfolio.source === 'derived') return span
  if (first === null || first >= span.to) return null
  return period === 'All' ? { ...span, from: first } : span.from < first ? null : span
}

/**
 * A course whose values are not negative in a span, as measures of return need; null where they are. Fees or a
 * withdrawal can leave an investor with a debt, which no rate describes.
 */
export function measurableCourse({ values, flows }: Course, { from, to }: Span): Course | null {
  const opening = values.findLast(({ at }) => at <= from)
  const inside = values.filter(({ at }) => at > from && at <= to)
  const counted = opening ? [opening, ...inside] : inside
  if (counted.some(({ value }) => Number(value) < 0)) return null
  return { values: counted, flows: flows.filter(({ at }) => at > from) }
}
