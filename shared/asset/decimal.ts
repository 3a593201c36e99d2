/**
 * Decimal arithmetic for tonnes, grades, units and money. Values are exact except for a division or a square root,
 * which keep 24 decimals; rounding is half up, away from zero.
 */
import Big from 'big.js'

export type Decimal = Big
/** A decimal, the text of one ('12.50'), or a number, which counts as the decimal it is printed as. */
export type DecimalInput = Decimal | string | number

// A constructor of its own: settings of the library are shared by everything that uses the same constructor.
const Context = Big()
Context.DP = 24
Context.RM = Context.roundHalfUp

/** Throws a RangeError for what is no finite decimal. */
export function decimal(value: DecimalInput): Decimal {
  try {
    return Context(value)
  } catch {
    throw new RangeError(`Expected a decimal number such as 12.50, not ${String(value)}.`)
  }
}

export const zero: Decimal = decimal(0)
export const one: Decimal = decimal(1)

export const sum = (values: readonly DecimalInput[]): Decimal =>
  values.reduce<Decimal>((total, value) => total.plus(decimal(value)), zero)

/** How many decimals a text shows: 2 for '12.50', 0 for '600'. */
export const decimalsOf = (text: string): number => /\.(\d+)$/.exec(text.trim())?.[1]?.length ?? 0

/** `value` to a number of decimals, half up. */
export const roundTo = (value: DecimalInput, decimals: number): Decimal =>
  decimal(value).round(decimals, Context.roundHalfUp)

/** `value` cut after a number of decimals: for quantities that must never be more than what there is. */
export const cutTo = (value: DecimalInput, decimals: number): Decimal =>
  decimal(value).round(decimals, Context.roundDown)

/**
 * `value` to a number of significant figures, half up: 35,880 to two figures is 36,000. Estimates are reported so that
 * the figures reflect their uncertainty (JORC Code 2012, clause 25).
 *
 * Throws a RangeError unless `figures` is a whole number from 1 on.
 */
export function roundSignificant(value: DecimalInput, figures: number): Decimal {
  if (!Number.isInteger(figures) || figures < 1) {
    throw new RangeError(`Expected a whole number of significant figures from 1 on, not ${figures}.`)
  }
  return decimal(value).prec(figures, Context.roundHalfUp)
}

/** `value` is a fraction of `whole`, as a number in percent; null when `whole` is zero. */
export function percentOf(value: DecimalInput, whole: DecimalInput): number | null {
  const base = decimal(whole)
  return base.eq(0) ? null : decimal(value).div(base).times(100).toNumber()
}
