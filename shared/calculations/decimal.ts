/**
 * Decimal arithmetic for tonnes, grades, units and money. Values are exact, except that divisions and square roots keep
 * 24 decimals. Rounding is half up, away from zero.
 */
import Big from 'big.js'

export type Decimal = Big
/** A decimal, the text of one ('12.50'), or a number, which counts as the decimal it is printed as. */
export type DecimalInput = Decimal | string | number

// A separate constructor: the library's settings are shared by everything that uses the same one.
const Context = Big()
Context.DP = 24
Context.RM = Context.roundHalfUp

/** Throws a RangeError for anything that is not a finite decimal. */
export function toDecimal(value: DecimalInput): Decimal {
  try {
    return Context(value)
  } catch {
    throw new RangeError(`Expected a decimal number such as 12.50, not ${String(value)}.`)
  }
}

export const zero: Decimal = toDecimal(0)
export const one: Decimal = toDecimal(1)

export const sum = (values: readonly DecimalInput[]): Decimal =>
  values.reduce<Decimal>((total, value) => total.plus(toDecimal(value)), zero)

/** Number of decimals in a text: 2 for '12.50', 0 for '600'. */
export const countDecimals = (text: string): number => /\.(\d+)$/.exec(text.trim())?.[1]?.length ?? 0

/** `value` rounded half up to a number of decimals. */
export const roundTo = (value: DecimalInput, decimals: number): Decimal =>
  toDecimal(value).round(decimals, Context.roundHalfUp)

/** `value` truncated to a number of decimals: for quantities that must never exceed what exists. */
export const truncateTo = (value: DecimalInput, decimals: number): Decimal =>
  toDecimal(value).round(decimals, Context.roundDown)

/**
 * `value` rounded half up to a number of significant figures: 35,880 to two figures is 36,000. Estimates are reported
 * so that the figures reflect their uncertainty (JORC Code 2012, clause 25).
 *
 * Throws a RangeError unless `figures` is a positive whole number.
 */
export function roundSignificant(value: DecimalInput, figures: number): Decimal {
  if (!Number.isInteger(figures) || figures < 1) {
    throw new RangeError(`Expected a whole number of significant figures from 1 on, not ${figures}.`)
  }
  return toDecimal(value).prec(figures, Context.roundHalfUp)
}

/** `value` as a percentage of `whole`; null if `whole` is zero. */
export function calculatePercentage(value: DecimalInput, whole: DecimalInput): number | null {
  const base = toDecimal(whole)
  return base.eq(0) ? null : toDecimal(value).div(base).times(100).toNumber()
}
