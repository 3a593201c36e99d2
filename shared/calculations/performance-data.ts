/** Daily values and external flows of a portfolio: the input of both return measures. */
import { addDays, type Day } from './calendar.ts'
import { type Decimal, type DecimalInput, sum, toDecimal, zero } from './decimal.ts'

/** Value of a portfolio at the end of a day, after fees and after that day's flows. Money, not negative. */
export interface DatedValue {
  at: Day
  value: DecimalInput
}

/**
 * Money or units that come from outside at the start of their day (positive), or leave at its end (negative): inflows
 * and outflows both earn on their day.
 */
export interface DatedFlow {
  at: Day
  amount: DecimalInput
}

/** The history of a portfolio. A day without a value keeps the previous value, changed by its flows. */
export interface PerformanceData {
  values: readonly DatedValue[]
  flows: readonly DatedFlow[]
}

/** A day with at least one event. */
export interface PerformanceDay {
  at: Day
  /** Inflows and outflows; neither is negative, and they are not netted. */
  inflow: Decimal
  outflow: Decimal
  /** Value at the start of the day, after its inflow: the capital that earns. */
  start: Decimal
  /** Its value at the end of the day, before the outflow. */
  grown: Decimal
  /** Value at the end of the day. */
  end: Decimal
}

/** The last day before the first event; null for a history without values and flows. */
export function getInceptionDay({ values, flows }: PerformanceData): Day | null {
  const first = [...values, ...flows].map(({ at }) => at).sort()[0]
  return first === undefined ? null : addDays(first, -1)
}

/**
 * The days of a history in order, until the end of `to`. If a day has several values, the last counts; inflows of a day
 * are summed, and so are outflows.
 *
 * Throws a RangeError for a negative value.
 */
export function listPerformanceDays(course: PerformanceData, to: Day): PerformanceDay[] {
  const values = new Map(course.values.map(({ at, value }) => [at, toDecimal(value)]))
  const flows = Map.groupBy(course.flows, ({ at }) => at)
  const days = [...new Set([...values.keys(), ...flows.keys()])].filter((at) => at <= to).sort()
  let before = zero
  return days.map((at) => {
    const amounts = (flows.get(at) ?? []).map(({ amount }) => toDecimal(amount))
    const inflow = sum(amounts.filter((amount) => amount.gt(0)))
    const outflow = sum(amounts.filter((amount) => amount.lt(0))).times(-1)
    const start = before.plus(inflow)
    const end = values.get(at) ?? start.minus(outflow)
    if (values.get(at)?.lt(0)) throw new RangeError(`The value of ${at} is negative.`)
    before = end
    return { at, inflow, outflow, start, grown: end.plus(outflow), end }
  })
}

/** The value at the end of a day; zero before the first event. */
export const getValueAtDayEnd = (days: readonly PerformanceDay[], day: Day): Decimal =>
  days.findLast(({ at }) => at <= day)?.end ?? zero
