import { decimal } from '#shared/asset/decimal'
import { punctuate } from './reader.ts'

/**
 * How a price of an offering compares with the preferred value of a unit, both in dollars: `4.2% above the unit value`,
 * (price − value) ÷ value to one decimal. Undefined where they are equal, and without a value.
 */
export function compareWithValue(price: string, value: string | undefined): string | undefined {
  if (value === undefined || decimal(value).lte(0)) return undefined
  const percent = decimal(price).minus(value).div(value).times(100)
  if (percent.eq(0)) return undefined
  const size = percent.abs().lt('0.05') ? 'less than 0.1' : percent.abs().toFixed(1)
  return `${punctuate(size)}% ${percent.gt(0) ? 'above' : 'below'} the unit value`
}
