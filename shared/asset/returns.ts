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

/**
 * A stretch of days between external flows: from the start of `from`, after what came in, to the end of `to`, before
 * what left.
 */
export interface GrowthPeriod {
  from: Day
  to: Day
  start: Decimal
  end: Decimal
}

/** The stretches between external flows in a span, in order. Days without capital are in none of them. */
export function growthPeriods(course: Course, { from, to }: Span): GrowthPeriod[] {
  const days = capitalDays(course, to)
  const periods: GrowthPeriod[] = []
  let open: GrowthPeriod | undefined
  const begin = (at: Day, start: Decimal) => {
    open = start.eq(0) || at > to ? undefined : { from: at, to, start, end: start }
    if (open) periods.push(open)
  }
  begin(addDays(from, 1), valueAtEnd(days, from))
  for (const { at, inflow, outflow, start, grown, end } of days) {
    if (at <= from) continue
    if (inflow.gt(0) || !open) {
      if (open?.from === at) periods.pop()
      else if (open) open.to = addDays(at, -1)
      begin(at, start)
    }
    if (open) open.end = grown
    if (open && outflow.eq(0) && !grown.eq(0)) continue
    // The capital that is left, if any, grows from the next day on.
    if (open) open.to = at
    begin(addDays(at, 1), end)
  }
  return periods
}

/**
 * Time-weighted return of a span, cumulative: the growth between external flows, linked.
 * Π (value at the end, before what leaves ÷ value at the start, after what comes in) − 1 over the stretches between flows.
 * Source: GIPS Standards 2020 for firms, 2.A (valuation at external cash flows, linked subperiod returns) and the
 * guidance on calculation methodology for daily flows: inflows at the start of their day, outflows at its end, always.
 *
 * Days without capital are left out; null when no day had any, or when more was withdrawn than there was.
 */
export function timeWeightedReturn(course: Course, span: Span): number | null {
  const isOverdrawn = capitalDays(course, span.to).some(({ at, end }) => at > span.from && end.lt(0))
  const periods = growthPeriods(course, span)
  if (periods.length === 0 || isOverdrawn) return null
  return periods.reduce((growth, { start, end }) => growth * end.div(start).toNumber(), 1) - 1
}

/** A payment that earns from the end of `at` on: the opening value, a flow, or the closing value, which is negative. */
export interface DatedPayment {
  at: Day
  /** The day of a flow: what comes in counts from the end of the day before, what leaves from the end of its day. */
  flowOn: Day | null
  amount: Decimal
}

/** What the money-weighted return of a span is computed from, the opening value first and the closing value last. */
export function datedPayments(course: Course, { from, to }: Span): DatedPayment[] {
  const days = capitalDays(course, to)
  return [
    { at: from, flowOn: null, amount: valueAtEnd(days, from) },
    ...days
      .filter(({ at }) => at > from)
      .flatMap(({ at, inflow, outflow }) => [
        { at: addDays(at, -1), flowOn: at, amount: inflow },
        { at, flowOn: at, amount: outflow.times(-1) },
      ])
      .filter(({ amount }) => !amount.eq(0)),
    { at: to, flowOn: null, amount: valueAtEnd(days, to).times(-1) },
  ]
}

/** Whether a span has a year or more. A return of less is not given as an annual rate (GIPS Standards 2020, 2.A). */
export const isYearOrMore = ({ from, to }: Span): boolean => from <= monthsBefore(to, 12)

/** The days of which a money-weighted return is the rate: of a span under a year all, else a year. */
export const rateDays = (span: Span): number =>
  isYearOrMore(span) ? DAYS_A_YEAR : daysBetween(span.from, span.to)

/**
 * Money-weighted return of a span: the rate r at which the opening value and all flows grow to the closing value,
 * Σ flow × (1 + r)^(days ÷ base) = closing value. Of a year or more it is an annual rate, with a base of 365 days; of less
 * it is the cumulative rate of the span, with the days of the span as its base.
 * Source: GIPS Standards 2020 for firms, 2.A (money-weighted returns; those of less than a year are not annualized).
 *
 * Null without capital, and when no rate or more than one solves the equation.
 */
export const moneyWeightedReturn = (course: Course, span: Span): number | null =>
  internalRate(
    datedPayments(course, span).map(({ at, amount }) => ({
      amount: amount.toNumber(),
      years: daysBetween(at, span.to) / rateDays(span),
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
  /** Annual of a year or more, else cumulative. */
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
