/** What a booking does to the cash of one investor, and the consent to an overdraft. Pure. */
import type { Cash, CashEffect, LowestCash, PastCash } from '#contract/overdraft'
import { readDecimal } from '#core/format/decimal'
import { addDays, type Day } from '#shared/asset/calendar'
import { type Decimal, decimal, zero } from '#shared/asset/decimal'

/** What a booking adds to the cash of an investor, and to what of it is reserved. */
export interface CashMove {
  balance: Decimal | string
  reserved?: Decimal | string
}

export type CashFigures = Omit<CashEffect, 'user_id' | 'name'>

/** The fields of a form whose booking may overdraw cash. */
export type OverdraftValues = {
  allow_overdraft: boolean
  /** The amount again, of an administrator who is alone. */
  confirm_amount: string
}

export const noOverdraft: OverdraftValues = { allow_overdraft: false, confirm_amount: '' }

/** The consent to an overdraft as it is sent; nothing without it. */
export function overdraftOf({ allow_overdraft, confirm_amount }: OverdraftValues) {
  const confirmed = readDecimal(confirm_amount)
  return allow_overdraft ? { allow_overdraft, ...(confirmed && { confirm_amount: confirmed }) } : {}
}

/** The cash now and after a booking. */
export function effectOf(cash: Cash, { balance, reserved = '0' }: CashMove): CashFigures {
  const after = decimal(cash.balance).plus(balance)
  return {
    ...cash,
    balance_after: after.toFixed(2),
    available_after: after.minus(cash.reserved).minus(reserved).toFixed(2),
  }
}

/** What a transaction adds to cash from its day on; what it no longer adds is negative. */
export interface DatedMove {
  day: Day
  change: Decimal
}

/** Days that have passed, and what a booking takes from the cash of each of them. */
export interface PastRange {
  from: Day
  /** Undefined until today. */
  to?: Day | undefined
  change: Decimal
}

/** The days before today from which dated moves together take cash. */
export function takenRanges(moves: readonly DatedMove[], today: Day): PastRange[] {
  const past = moves.filter(({ day }) => day !== '' && day < today)
  const days = [...new Set(past.map(({ day }) => day))].sort()
  const ranges = days.map((from, at): PastRange => {
    const next = days[at + 1]
    const change = past.reduce((sum, one) => (one.day <= from ? sum.plus(one.change) : sum), zero)
    return { from, ...(next !== undefined && { to: addDays(next, -1) }), change }
  })
  return ranges.filter(({ change }) => change.lt(0))
}

/** The lowest balance that a booking leaves on these days, of which `lowest` has the present ones. */
export function pastOf(
  ranges: readonly PastRange[],
  lowest: readonly (LowestCash | undefined)[],
): PastCash | undefined {
  const each = ranges.flatMap(({ from, change }, at): PastCash[] => {
    const found = lowest[at]
    if (!found) return []
    return [{ since: from, ...found, balance_after: decimal(found.balance).plus(change).toFixed(2) }]
  })
  const [since] = each
  const least = each.sort((one, other) => decimal(one.balance_after).cmp(other.balance_after))[0]
  return since && least && { ...least, since: since.since }
}

/** Money that comes into cash below zero is no overdraft, even where it does not suffice. */
export const isBelow = (now: string, after: string): boolean => decimal(after).lt(0) && decimal(after).lt(now)

/** Whether a booking takes cash below zero, now or on a day that has passed: the server refuses it without a consent. */
export const takesBelowZero = ({
  balance,
  available,
  balance_after,
  available_after,
  lowest,
}: CashFigures): boolean =>
  isBelow(balance, balance_after) ||
  isBelow(available, available_after) ||
  (lowest !== undefined && isBelow(lowest.balance, lowest.balance_after))
