/** How a price for a unit compares with the unit value of its series. */
import Big from 'big.js'

/** Percent by which a price may differ from the unit value without being pointed out. */
const FREE_PERCENT = 20

export interface Deviation {
  /** Percent above or below the unit value, one decimal with a sign; null where the unit value is zero. */
  percent: string | null
  /** More than 20% away. */
  isFar: boolean
}

/** What `amount` for `units` means against the unit value, all in decimals; `units` are above zero. */
export function compareWithUnitValue(amount: string, units: string, unitValue: string): Deviation {
  const worth = new Big(unitValue).times(units)
  const apart = new Big(amount).minus(worth).times(100)
  return {
    percent: worth.eq(0) ? null : apart.div(worth).toFixed(1),
    isFar: apart.abs().gt(worth.times(FREE_PERCENT)),
  }
}
