/** The effect of a booking on an investor's cash, and the consent to an overdraft. Pure functions. */
import type { Cash, CashEffect, LowestCash, PastCash } from '#contract/cash/overdraft'
import { parseDecimal } from '#core/format/parse-decimal'
import { addDays, type Day } from '#shared/calculations/calendar'
import { type Decimal, toDecimal, zero } from '#shared/calculations/decimal'

/** What a booking adds to an investor's cash, and to the reserved part of it. */
export interface CashMove {
  balance: Decimal | string
  reserved?: Decimal | string
}

export type CashFigures = Omit<CashEffect, 'user_id' | 'name'>

/** Form fields of a booking that may overdraw cash. */
export type OverdraftValues = {
  allow_overdraft: boolean
  /** The retyped amount, for a sole administrator. */
  confirm_amount: string
}

export const noOverdraft: OverdraftValues = { allow_overdraft: false, confirm_amount: '' }

/** The overdraft consent as sent; nothing if there is none. */
export function calculateOverdraft({ allow_overdraft, confirm_amount }: OverdraftValues) {
  const confirmed = parseDecimal(confirm_amount)
  return allow_overdraft ? { allow_overdraft, ...(confirmed && { confirm_amount: confirmed }) } : {}
}

/** Cash now and after a booking. */
export function calculateCashEffect(cash: Cash, { balance, reserved = '0' }: CashMove): CashFigures {
  const after = toDecimal(cash.balance).plus(balance)
  return {
    ...cash,
    balance_after: after.toFixed(2),
    available_after: after.minus(cash.reserved).minus(reserved).toFixed(2),
  }
}

/** What a transaction adds to cash from its date on; negative for what it no longer adds. */
export interface DatedMove {
  day: Day
  change: Decimal
}

/** Past days, and what a booking takes from each day's cash. */
export interface PastRange {
  from: Day
  /** Undefined means until today. */
  to?: Day | undefined
  change: Decimal
}

/** The past days on which the combined dated movements take cash. */
export function listDebitedRanges(moves: readonly DatedMove[], today: Day): PastRange[] {
  const past = moves.filter(({ day }) => day !== '' && day < today)
  const days = [...new Set(past.map(({ day }) => day))].sort()
  const ranges = days.map((from, at): PastRange => {
    const next = days[at + 1]
    const change = past.reduce((sum, one) => (one.day <= from ? sum.plus(one.change) : sum), zero)
    return { from, ...(next !== undefined && { to: addDays(next, -1) }), change }
  })
  return ranges.filter(({ change }) => change.lt(0))
}

/** The lowest balance that a booking leaves on these days; `lowest` holds the current lowest balances. */
export function findLowestAfterBooking(
  ranges: readonly PastRange[],
  lowest: readonly (LowestCash | undefined)[],
): PastCash | undefined {
  const each = ranges.flatMap(({ from, change }, at): PastCash[] => {
    const found = lowest[at]
    if (!found) return []
    return [{ since: from, ...found, balance_after: toDecimal(found.balance).plus(change).toFixed(2) }]
  })
  const [since] = each
  const least = each.sort((one, other) => toDecimal(one.balance_after).cmp(other.balance_after))[0]
  return since && least && { ...least, since: since.since }
}

/** An incoming payment to cash below zero is not an overdraft, even if it does not cover the deficit. */
export const lowersBelowZero = (now: string, after: string): boolean =>
  toDecimal(after).lt(0) && toDecimal(after).lt(now)

/** Whether a booking takes cash below zero, now or on a past day; the server rejects it without consent. */
export const takesBelowZero = ({
  balance,
  available,
  balance_after,
  available_after,
  lowest,
}: CashFigures): boolean =>
  lowersBelowZero(balance, balance_after) ||
  lowersBelowZero(available, available_after) ||
  (lowest !== undefined && lowersBelowZero(lowest.balance, lowest.balance_after))
