/** What a booking does to the cash of one investor, and the consent to an overdraft. Pure. */
import type { Cash, CashEffect } from '#contract/overdraft'
import { readDecimal } from '#core/format/decimal'
import { type Decimal, decimal } from '#shared/asset/decimal'

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

const isBelow = (now: string, after: string): boolean => decimal(after).lt(0) && decimal(after).lt(now)

/** Whether a booking takes cash below zero: the server refuses it without a consent. */
export const takesBelowZero = ({
  balance,
  available,
  balance_after,
  available_after,
}: CashFigures): boolean => isBelow(balance, balance_after) || isBelow(available, available_after)
