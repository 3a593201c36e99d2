/** Values and external flows of a portfolio, day by day: what both measures of return are computed from. */
import { addDays, type Day } from './calendar.ts'
import { type Decimal, type DecimalInput, decimal, sum, zero } from './decimal.ts'

/** What a portfolio was worth at the end of a day, after fees and after the flows of that day. Money, not negative. */
export interface DatedValue {
  at: Day
  value: DecimalInput
}

/**
 * Money or units that come from outside (positive), at the start of their day, or that leave (negative), at its end: what
 * comes in earns on its day, and so does what leaves.
 */
export interface DatedFlow {
  at: Day
  amount: DecimalInput
}

/** The course of a portfolio. A day without a value keeps the last one, changed by its flows. */
export interface Course {
  values: readonly DatedValue[]
  flows: readonly DatedFlow[]
}

/** A day on which something happened. */
export interface CapitalDay {
  at: Day
  /** What came in and what left; neither is negative, and they are not set off against each other. */
  inflow: Decimal
  outflow: Decimal
  /** Value at the start of the day, after its inflow: the capital that earns. */
  start: Decimal
  /** What became of it by the end of the day, before its outflow. */
  grown: Decimal
  /** Value at the end of the day. */
  end: Decimal
}

/** The last day before anything happened; null for a course without values and flows. */
export function inceptionOf({ values, flows }: Course): Day | null {
  const first = [...values, ...flows].map(({ at }) => at).sort()[0]
  return first === undefined ? null : addDays(first, -1)
}

/**
 * The days of a course in order, until the end of `to`. Of several values of a day the last counts; what came in on a
 * day is added up, and so is what left.
 *
 * Throws a RangeError for a negative value.
 */
export function capitalDays(course: Course, to: Day): CapitalDay[] {
  const values = new Map(course.values.map(({ at, value }) => [at, decimal(value)]))
  const flows = Map.groupBy(course.flows, ({ at }) => at)
  const days = [...new Set([...values.keys(), ...flows.keys()])].filter((at) => at <= to).sort()
  let before = zero
  return days.map((at) => {
    const amounts = (flows.get(at) ?? []).map(({ amount }) => decimal(amount))
    const inflow = sum(amounts.filter((amount) => amount.gt(0)))
    const outflow = sum(amounts.filter((amount) => amount.lt(0))).times(-1)
    const start = before.plus(inflow)
    const end = values.get(at) ?? start.minus(outflow)
    if (values.get(at)?.lt(0)) throw new RangeError(`The value of ${at} is negative.`)
    before = end
    return { at, inflow, outflow, start, grown: end.plus(outflow), end }
  })
}

/** What was there at the end of a day; zero before anything happened. */
export const valueAtEnd = (days: readonly CapitalDay[], day: Day): Decimal =>
  days.findLast(({ at }) => at <= day)?.end ?? zero
