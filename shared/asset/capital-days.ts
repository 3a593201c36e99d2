/** Values and external flows of a portfolio, day by day: what both measures of return are computed from. */
import { addDays, type Day } from './calendar.ts'
import { type Decimal, type DecimalInput, decimal, zero } from './decimal.ts'

/** What a portfolio was worth at the end of a day, after fees and after the flows of that day. Money, not negative. */
export interface DatedValue {
  at: Day
  value: DecimalInput
}

/** Money that comes from outside (positive) or leaves (negative), at the start of its day. */
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
  flow: Decimal
  /** Value at the start of the day, after its flows: the capital that earns. */
  start: Decimal
  /** Value at the end of the day. */
  end: Decimal
}

/** The last day before anything happened; null for a course without values and flows. */
export function inceptionOf({ values, flows }: Course): Day | null {
  const first = [...values, ...flows].map(({ at }) => at).sort()[0]
  return first === undefined ? null : addDays(first, -1)
}

/**
 * The days of a course in order, until the end of `to`. Of several values of a day the last counts; flows of a day are
 * added up.
 *
 * Throws a RangeError for a negative value.
 */
export function capitalDays(course: Course, to: Day): CapitalDay[] {
  const values = new Map(course.values.map(({ at, value }) => [at, decimal(value)]))
  const flows = new Map<Day, Decimal>()
  for (const { at, amount } of course.flows) flows.set(at, (flows.get(at) ?? zero).plus(decimal(amount)))
  const days = [...new Set([...values.keys(), ...flows.keys()])].filter((at) => at <= to).sort()
  let before = zero
  return days.map((at) => {
    const flow = flows.get(at) ?? zero
    const start = before.plus(flow)
    const end = values.get(at) ?? start
    if (values.get(at)?.lt(0)) throw new RangeError(`The value of ${at} is negative.`)
    before = end
    return { at, flow, start, end }
  })
}

/** What was there at the end of a day; zero before anything happened. */
export const valueAtEnd = (days: readonly CapitalDay[], day: Day): Decimal =>
  days.findLast(({ at }) => at <= day)?.end ?? zero
