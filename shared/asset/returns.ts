/**
 * Returns after fees, as the Global Investment Performance Standards (GIPS 2020) and the CFA Institute's curriculum
 * define them. Money is decimal; a return is a rate, a floating-point fraction (0.05 is 5%).
 *
 * Deposits, withdrawals and transfers are external flows. Interest, distributions, fees and changes of value are not:
 * they are in the values, and so the returns are after fees.
 */

import { type Period, periods } from '#shared/enums/portfolios'
import { addDays, type Day, daysBetween, endOfYearBefore, monthsBefore } from './calendar.ts'
import { type Course, capitalDays, inceptionOf, valueAtEnd } from './capital-days.ts'
import { type Decimal, type DecimalInput, decimal } from './decimal.ts'
import { internalRate } from './internal-rate.ts'

/** A period is measured from the end of `from` to the end of `to`. */
export interface Span {
  from: Day
  to: Day
}

const DAYS_A_YEAR = 365

/** A stretch of days without an external flow, from the start of `from` (after its flows) to the end of `to`. */
export interface GrowthPeriod {
  from: Day
  to: Day
  start: Decimal
  end: Decimal
}

/** The stretches between external flows in a span, in order. Days without capital are in none of them. */
export function growthPeriods(course: Course, { from, to }: Span): GrowthPeriod[] {
  const periods: GrowthPeriod[] = []
  let open: GrowthPeriod | undefined
  for (const { at, flow, start, end } of capitalDays(course, to)) {
    if (at <= from) continue
    if (open && flow.eq(0)) {
      open.end = end
      open.to = at
    } else {
      open = start.eq(0) ? undefined : { from: at, to: at, start, end }
      if (open) periods.push(open)
    }
    // Nothing is left to grow.
    if (end.eq(0)) open = undefined
  }
  if (open) open.to = to
  return periods
}

/**
 * Time-weighted return of a span, cumulative: the growth between external flows, linked.
 * Π (value at the end ÷ value at the start, after flows) − 1 over the stretches between flows.
 * Source: GIPS Standards 2020, section 2.A (time-weighted returns); flows are at the start of their day.
 *
 * Days without capital are left out; null when no day had any, or when more was withdrawn than there was.
 */
export function timeWeightedReturn(course: Course, span: Span): number | null {
  const periods = growthPeriods(course, span)
  if (periods.length === 0 || periods.some(({ start }) => start.lt(0))) return null
  return periods.reduce((growth, { start, end }) => growth * end.div(start).toNumber(), 1) - 1
}

/** A payment that earns from the end of `at` on: the opening value, a flow, or the closing value, which is negative. */
export interface DatedPayment {
  at: Day
  /** The day of a flow: it comes at the start of it, which is the end of the day before. */
  flowOn: Day | null
  amount: Decimal
}

/** What the money-weighted return of a span is computed from, the opening value first and the closing value last. */
export function datedPayments(course: Course, { from, to }: Span): DatedPayment[] {
  const days = capitalDays(course, to)
  return [
    { at: from, flowOn: null, amount: valueAtEnd(days, from) },
    ...days
      .filter(({ at, flow }) => at > from && !flow.eq(0))
      .map(({ at, flow }) => ({ at: addDays(at, -1), flowOn: at, amount: flow })),
    { at: to, flowOn: null, amount: valueAtEnd(days, to).times(-1) },
  ]
}

/**
 * Money-weighted return of a span: the annual rate r at which the opening value and all flows grow to the closing
 * value, Σ flow × (1 + r)^(days ÷ 365) = closing value. A flow at the start of its day earns on that day.
 * Source: GIPS Standards 2020, section 2.A (money-weighted returns) and glossary, annualised with 365 days.
 *
 * Null without capital, and when no rate or more than one solves the equation.
 */
export const moneyWeightedReturn = (course: Course, span: Span): number | null =>
  internalRate(
    datedPayments(course, span).map(({ at, amount }) => ({
      amount: amount.toNumber(),
      years: daysBetween(at, span.to) / DAYS_A_YEAR,
    })),
  )

/** A cumulative return of a number of days as an annual rate: (1 + return)^(365 ÷ days) − 1. Null for no days. */
export const annualise = (rate: number, days: number): number | null =>
  days > 0 ? (1 + rate) ** (DAYS_A_YEAR / days) - 1 : null

/**
 * The span of a period that ends on `to`. It begins at the end of the same day one or three months or a year before,
 * at the end of the last year (YTD), or before anything happened (All); never before that. Null for a course that
 * begins after `to` or is empty.
 */
export function spanOf(period: Period, course: Course, to: Day): Span | null {
  const inception = inceptionOf(course)
  if (inception === null || inception >= to) return null
  const starts: Record<Period, Day> = {
    '1M': monthsBefore(to, 1),
    '3M': monthsBefore(to, 3),
    YTD: endOfYearBefore(to),
    '1Y': monthsBefore(to, 12),
    All: inception,
  }
  const start = starts[period]
  return { from: daysBetween(inception, start) < 0 ? inception : start, to }
}

export interface PeriodReturn {
  period: Period
  span: Span | null
  /** Cumulative over the span. */
  timeWeighted: number | null
  /** Annual. */
  moneyWeighted: number | null
}

/** Both returns for every period that ends on `to`. */
export const returnsByPeriod = (course: Course, to: Day): PeriodReturn[] =>
  periods.map((period) => {
    const span = spanOf(period, course, to)
    return {
      period,
      span,
      timeWeighted: span && timeWeightedReturn(course, span),
      moneyWeighted: span && moneyWeightedReturn(course, span),
    }
  })

/**
 * A series of prices, rebased: the last price at or before the end of `from` becomes `base`, later ones keep their
 * ratio to it. Prices are in order of their days. Empty when there is no price to start from.
 */
export function rebase(
  prices: readonly { at: Day; value: DecimalInput }[],
  { from, to }: Span,
  base: DecimalInput,
): { at: Day; value: number }[] {
  const first = prices.findLast(({ at }) => at <= from)
  if (!first || decimal(first.value).lte(0)) return []
  const scale = decimal(base).div(decimal(first.value))
  const later = prices.filter(({ at }) => at > from && at <= to)
  return [
    { at: from, value: decimal(base).toNumber() },
    ...later.map(({ at, value }) => ({ at, value: decimal(value).times(scale).toNumber() })),
  ]
}
