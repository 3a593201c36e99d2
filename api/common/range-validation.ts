/** Filters of lists from one value to another. A range that ends before it begins is a `validation` of its first field. */
import Big from 'big.js'
import { invalidFieldProblem } from '#contract/problem'
import type { DayRange } from '#db/list-queries'
import { getToday } from '#shared/calculations/calendar'

/** Throws `validation` when the first day is after the last. */
export function assertDayRange({ from, to }: DayRange): void {
  if (from && to && from > to)
    throw invalidFieldProblem('/from', 'The first day must not be after the last day')
}

/** For records of the past: also throws `validation` for a day after today (UTC). */
export function assertPastDayRange(range: DayRange): void {
  assertDayRange(range)
  for (const name of ['from', 'to'] as const)
    if ((range[name] ?? '') > getToday())
      throw invalidFieldProblem(`/${name}`, 'The date cannot be after today (UTC)')
}

/** Amounts as decimal strings, both included; without one the range is open at that end. */
export interface AmountRange {
  min_amount?: string
  max_amount?: string
}

/** Throws `validation` when the least amount is above the greatest. */
export function assertAmountRange({ min_amount: min, max_amount: max }: AmountRange): void {
  if (min !== undefined && max !== undefined && Big(min).gt(max)) {
    throw invalidFieldProblem('/min_amount', 'The minimum amount must not exceed the maximum amount')
  }
}
