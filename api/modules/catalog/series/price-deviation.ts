/** Compares a unit price with the unit value of its series. */
import Big from 'big.js'

/** Percentage by which a price may differ from the unit value without a warning. */
const FREE_PERCENT = 20

export interface Deviation {
  /** Percent above or below the unit value, one decimal with a sign; null if the unit value is zero. */
  percent: string | null
  /** More than 20% away. */
  isFar: boolean
}

/** The price implied by `amount` for `units`, compared with the unit value, all in decimals; `units` are above zero. */
export function compareWithUnitValue(amount: string, units: string, unitValue: string): Deviation {
  const worth = new Big(unitValue).times(units)
  const apart = new Big(amount).minus(worth).times(100)
  return {
    percent: worth.eq(0) ? null : apart.div(worth).toFixed(1),
    isFar: apart.abs().gt(worth.times(FREE_PERCENT)),
  }
}
