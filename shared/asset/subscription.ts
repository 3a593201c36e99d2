/** What an amount of a subscription buys. The database computes units and cost by the same rules. */
import { cutTo, type DecimalInput, decimal, roundTo } from './decimal.ts'

/** Decimals of units. */
export const UNIT_DECIMALS = 6

export interface Purchase {
  /** amount / price, cut at six decimals. */
  units: string
  /** What the units cost, in USD to the cent: units × price, never more than the amount. */
  cost: string
  /** What the units leave of the amount, in USD; it stays cash. */
  rest: string
}

/**
 * The units that an amount in USD buys at a unit price in USD.
 *
 * Throws a RangeError unless both are positive decimals.
 */
export function purchaseOf(amount: DecimalInput, unitPrice: DecimalInput): Purchase {
  const [paid, price] = [decimal(amount), decimal(unitPrice)]
  if (paid.lte(0) || price.lte(0)) throw new RangeError('An amount and a price must be above zero.')
  const units = cutTo(paid.div(price), UNIT_DECIMALS)
  const exact = roundTo(units.times(price), 2)
  const cost = exact.gt(paid) ? paid : exact
  return { units: units.toFixed(UNIT_DECIMALS), cost: cost.toFixed(2), rest: paid.minus(cost).toFixed(2) }
}

/** The greatest amount in USD, to the cent, that buys no more than so many units. */
export const worthOf = (units: DecimalInput, unitPrice: DecimalInput): string =>
  cutTo(decimal(units).times(unitPrice), 2).toFixed(2)
