/** Filters of lists from one value to another. A range that ends before it begins is a `validation` of its first field. */
import Big from 'big.js'
import { invalidField } from '#contract/problem'
import type { DayRange } from '#db/listing'

/** Throws `validation` when the first day is after the last. */
export function checkDays({ from, to }: DayRange): void {
  if (from && to && from > to) throw invalidField('/from', 'The first day must not be after the last day')
}

/** Amounts as decimal strings, both included; without one the range is open at that end. */
export interface AmountRange {
  min_amount?: string
  max_amount?: string
}

/** Throws `validation` when the least amount is above the greatest. */
export function checkAmounts({ min_amount: min, max_amount: max }: AmountRange): void {
  if (min !== undefined && max !== undefined && Big(min).gt(max)) {
    throw invalidField('/min_amount', 'The least amount must not be above the greatest')
  }
}
