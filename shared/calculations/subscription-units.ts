/** What a subscription amount buys. The database calculates units and cost by the same rules. */
import { type DecimalInput, roundTo, toDecimal, truncateTo } from './decimal.ts'

/** Decimals of units. */
export const UNIT_DECIMALS = 6

export interface Purchase {
  /** amount / price, truncated to six decimals. */
  units: string
  /** Cost of the units in USD to the cent: units × price, never more than the amount. */
  cost: string
  /** The rest of the amount after the cost of the units, in USD; it stays cash. */
  rest: string
}

/**
 * The units that an amount in USD buys at a unit price in USD.
 *
 * Throws a RangeError unless both are positive decimals.
 */
export function calculatePurchase(amount: DecimalInput, unitPrice: DecimalInput): Purchase {
  const [paid, price] = [toDecimal(amount), toDecimal(unitPrice)]
  if (paid.lte(0) || price.lte(0)) throw new RangeError('An amount and a price must be above zero.')
  const units = truncateTo(paid.div(price), UNIT_DECIMALS)
  const exact = roundTo(units.times(price), 2)
  const cost = exact.gt(paid) ? paid : exact
  return { units: units.toFixed(UNIT_DECIMALS), cost: cost.toFixed(2), rest: paid.minus(cost).toFixed(2) }
}

/** The largest amount in USD, to the cent, that buys at most so many units. */
export const calculateAmountForUnits = (units: DecimalInput, unitPrice: DecimalInput): string =>
  truncateTo(toDecimal(units).times(unitPrice), 2).toFixed(2)
