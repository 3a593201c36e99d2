/** The history of an investor's portfolio: calculated day by day, or as its values were entered. */
import { sql } from 'drizzle-orm'
import type { PortfolioSource } from '#contract/portfolio/portfolio'
import { prepareStatement } from '#db/prepared-queries'
import { portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'
import { getFigureSource } from '#modules/portfolio/figure-source'
import { getPortfolioRecords, type RecordedPortfolio } from '#modules/portfolio/portfolio-records'
import { addDays, type Day, toDay } from '#shared/calculations/calendar'
import { type DatedValue, getInceptionDay, type PerformanceData } from '#shared/calculations/performance-data'
import { listPortfolioDays, type PortfolioDay } from '#shared/calculations/portfolio-by-day'
import { getMeasurementPeriod, type MeasurementPeriod } from '#shared/calculations/returns'
import type { Period } from '#shared/enums/portfolios'

export interface PortfolioPerformanceData {
  source: PortfolioSource
  records: RecordedPortfolio
  /** Calculated, even if figures were entered: the flows are the same. */
  days: readonly PortfolioDay[]
  /** The last value entered on each day; empty for a calculated portfolio. */
  entered: readonly (DatedValue & { value: string; gains: string })[]
  course: PerformanceData
  today: Day
}

/** The last of each day (UTC). */
const readEntered = prepareStatement<[at: Day, value: string, gains: string]>(
  () => sql`
    select distinct on (at) at::text, total_value, total_gains from (
      select (recorded_at at time zone 'UTC')::date as at, recorded_at, point.total_value, point.total_gains
      from ${portfolioValues} as point join ${portfolios} as portfolio on portfolio.id = point.portfolio_id
      where portfolio.user_id = ${sql.placeholder('userId')}
    ) as dated order by at, recorded_at desc`,
)

/** An investor's history until now. */
export async function getPerformanceData(userId: number): Promise<PortfolioPerformanceData> {
  const today = toDay(Date.now())
  const source = await getFigureSource(userId)
  const records = await getPortfolioRecords(userId, today)
  const days = listPortfolioDays(records, today)
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

/** A period that ends today; null before the first record. */
export const getPortfolioMeasurementPeriod = (
  period: Period,
  { course, today }: PortfolioPerformanceData,
): MeasurementPeriod | null => getMeasurementPeriod(period, course, today)

/** The day of the first record, if a span begins with it: the end of the day before is then its start. */
export const getFirstRecordDay = (
  { course }: PortfolioPerformanceData,
  span: MeasurementPeriod | null,
): Day | null => (span && span.from === getInceptionDay(course) ? addDays(span.from, 1) : null)

/** The first day with an entered value; null for a calculated portfolio. */
export const getFirstManualDay = ({ entered }: PortfolioPerformanceData): Day | null => entered[0]?.at ?? null

/**
 * The span over which a return is measured; null if there is none. The value of a manually entered portfolio before its
 * first entry is unknown: everything begins with that, and a period that begins earlier has no return.
 */
export function getReturnMeasurementPeriod(
  period: Period,
  portfolio: PortfolioPerformanceData,
): MeasurementPeriod | null {
  const span = getPortfolioMeasurementPeriod(period, portfolio)
  const first = getFirstManualDay(portfolio)
  if (span === null || portfolio.source === 'derived') return span
  if (first === null || first >= span.to) return null
  return period === 'All' ? { ...span, from: first } : span.from < first ? null : span
}

/**
 * A history whose values are not negative in a span, as return measures require; otherwise null. Fees or a withdrawal
 * can leave an investor with a debt, which no rate describes.
 */
export function trimToMeasurable(
  { values, flows }: PerformanceData,
  { from, to }: MeasurementPeriod,
): PerformanceData | null {
  const opening = values.findLast(({ at }) => at <= from)
  const inside = values.filter(({ at }) => at > from && at <= to)
  const counted = opening ? [opening, ...inside] : inside
  if (counted.some(({ value }) => Number(value) < 0)) return null
  return { values: counted, flows: flows.filter(({ at }) => at > from) }
}
