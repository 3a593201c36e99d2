/**
 * Returns after fees, as defined by the Global Investment Performance Standards (GIPS 2020) and the CFA Institute's
 * curriculum. Money is decimal; a return is a rate, a floating-point fraction (0.05 is 5%).
 *
 * Deposits, withdrawals and transfers are external flows. Interest, distributions, fees and changes of value are not:
 * they are part of the values, so returns are after fees.
 */

import { type Period, periods } from '#shared/enums/portfolios'
import { addDays, type Day, daysBetween, getPreviousYearEnd, subtractMonths } from './calendar.ts'
import { type Decimal, type DecimalInput, toDecimal } from './decimal.ts'
import { calculateInternalRateOfReturn } from './internal-rate-of-return.ts'
import {
  getInceptionDay,
  getValueAtDayEnd,
  listPerformanceDays,
  type PerformanceData,
} from './performance-data.ts'

/** A period is measured from the end of `from` to the end of `to`. */
export interface MeasurementPeriod {
  from: Day
  to: Day
}

const DAYS_A_YEAR = 365

/**
 * A subperiod between external flows: from the start of `from`, after its inflow, to the end of `to`, before its
 * outflow.
 */
export interface GrowthPeriod {
  from: Day
  to: Day
  start: Decimal
  end: Decimal
}

/** The subperiods between external flows, in order. Days without capital belong to none of them. */
export function listGrowthPeriods(course: PerformanceData, { from, to }: MeasurementPeriod): GrowthPeriod[] {
  const days = listPerformanceDays(course, to)
  const periods: GrowthPeriod[] = []
  let open: GrowthPeriod | undefined
  const begin = (at: Day, start: Decimal) => {
    open = start.eq(0) || at > to ? undefined : { from: at, to, start, end: start }
    if (open) periods.push(open)
  }
  begin(addDays(from, 1), getValueAtDayEnd(days, from))
  for (const { at, inflow, outflow, start, grown, end } of days) {
    if (at <= from) continue
    if (inflow.gt(0) || !open) {
      if (open?.from === at) periods.pop()
      else if (open) open.to = addDays(at, -1)
      begin(at, start)
    }
    if (open) open.end = grown
    if (open && outflow.eq(0) && !grown.eq(0)) continue
    // Remaining capital, if any, grows from the next day.
    if (open) open.to = at
    begin(addDays(at, 1), end)
  }
  return periods
}

/**
 * Cumulative time-weighted return of a span: the linked growth between external flows. Π (value at the end, before
 * outflows ÷ value at the start, after inflows) − 1 over the subperiods between flows. Source: GIPS Standards 2020 for
 * firms, 2.A (valuation at external cash flows, linked subperiod returns) and the guidance on calculation methodology
 * for daily flows: inflows always at the start of their day, outflows at its end.
 *
 * Days without capital are skipped. Null if no day had capital, or if more was withdrawn than there was.
 */
export function calculateTimeWeightedReturn(course: PerformanceData, span: MeasurementPeriod): number | null {
  const isOverdrawn = listPerformanceDays(course, span.to).some(({ at, end }) => at > span.from && end.lt(0))
  const periods = listGrowthPeriods(course, span)
  if (periods.length === 0 || isOverdrawn) return null
  return periods.reduce((growth, { start, end }) => growth * end.div(start).toNumber(), 1) - 1
}

/** A payment that earns from the end of `at`: the opening value, a flow, or the closing value, which is negative. */
export interface DatedPayment {
  at: Day
  /** The day of a flow: an inflow counts from the end of the previous day, an outflow from the end of its own. */
  flowOn: Day | null
  amount: Decimal
}

/** The inputs of a span's money-weighted return, from the opening value to the closing value. */
export function listDatedPayments(course: PerformanceData, { from, to }: MeasurementPeriod): DatedPayment[] {
  const days = listPerformanceDays(course, to)
  return [
    { at: from, flowOn: null, amount: getValueAtDayEnd(days, from) },
    ...days
      .filter(({ at }) => at > from)
      .flatMap(({ at, inflow, outflow }) => [
        { at: addDays(at, -1), flowOn: at, amount: inflow },
        { at, flowOn: at, amount: outflow.times(-1) },
      ])
      .filter(({ amount }) => !amount.eq(0)),
    { at: to, flowOn: null, amount: getValueAtDayEnd(days, to).times(-1) },
  ]
}

/** Whether a span is at least a year long. Shorter returns are not annualized (GIPS Standards 2020, 2.A). */
export const isYearOrMore = ({ from, to }: MeasurementPeriod): boolean => from <= subtractMonths(to, 12)

/** The base of a money-weighted return in days: the whole span if it is under a year, otherwise one year. */
export const rateDays = (span: MeasurementPeriod): number =>
  isYearOrMore(span) ? DAYS_A_YEAR : daysBetween(span.from, span.to)

/**
 * Money-weighted return of a span: the rate r at which the opening value and all flows grow to the closing value, Σ
 * flow × (1 + r)^(days ÷ base) = closing value. From one year on it is an annual rate with a base of 365 days; below
 * that it is cumulative, with the days of the span as its base. Source: GIPS Standards 2020 for firms, 2.A
 * (money-weighted returns; those of less than a year are not annualized).
 *
 * Null without capital, or if no rate or more than one solves the equation.
 */
export const calculateMoneyWeightedReturn = (
  course: PerformanceData,
  span: MeasurementPeriod,
): number | null =>
  calculateInternalRateOfReturn(
    listDatedPayments(course, span).map(({ at, amount }) => ({
      amount: amount.toNumber(),
      years: daysBetween(at, span.to) / rateDays(span),
    })),
  )

/** A cumulative return over a number of days as an annual rate: (1 + return)^(365 ÷ days) − 1. Null for zero days. */
export const annualizeReturn = (rate: number, days: number): number | null =>
  days > 0 ? (1 + rate) ** (DAYS_A_YEAR / days) - 1 : null

/**
 * The span of a period that ends on `to`. It begins at the end of the same day one or three months or a year earlier,
 * at the end of the previous year (YTD), or before the first event (All), and never before that. Null for a history
 * that begins after `to` or is empty.
 */
export function getMeasurementPeriod(
  period: Period,
  course: PerformanceData,
  to: Day,
): MeasurementPeriod | null {
  const inception = getInceptionDay(course)
  if (inception === null || inception >= to) return null
  const starts: Record<Period, Day> = {
    '1M': subtractMonths(to, 1),
    '3M': subtractMonths(to, 3),
    YTD: getPreviousYearEnd(to),
    '1Y': subtractMonths(to, 12),
    All: inception,
  }
  const start = starts[period]
  return { from: daysBetween(inception, start) < 0 ? inception : start, to }
}

export interface PeriodReturn {
  period: Period
  span: MeasurementPeriod | null
  /** Cumulative over the span. */
  timeWeighted: number | null
  /** Annual from one year on, otherwise cumulative. */
  moneyWeighted: number | null
}

/** Both returns for every period that ends on `to`. */
export const calculateReturnsByPeriod = (course: PerformanceData, to: Day): PeriodReturn[] =>
  periods.map((period) => {
    const span = getMeasurementPeriod(period, course, to)
    return {
      period,
      span,
      timeWeighted: span && calculateTimeWeightedReturn(course, span),
      moneyWeighted: span && calculateMoneyWeightedReturn(course, span),
    }
  })

/**
 * A price series, rebased: the last price at or before the end of `from` becomes `base`, and later prices keep their
 * ratio to it. Prices are in date order. Empty if there is no price to start from.
 */
export function rebasePrices(
  prices: readonly { at: Day; value: DecimalInput }[],
  { from, to }: MeasurementPeriod,
  base: DecimalInput,
): { at: Day; value: number }[] {
  const first = prices.findLast(({ at }) => at <= from)
  if (!first || toDecimal(first.value).lte(0)) return []
  const scale = toDecimal(base).div(toDecimal(first.value))
  const later = prices.filter(({ at }) => at > from && at <= to)
  return [
    { at: from, value: toDecimal(base).toNumber() },
    ...later.map(({ at, value }) => ({ at, value: toDecimal(value).times(scale).toNumber() })),
  ]
}
