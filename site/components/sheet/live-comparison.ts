/** How the price of an offering compares with the unit value, in a sentence. */
import { comparePrice, compareWithValue } from '#core/format/price-against-value'
import { printDay, printMoney, type SeriesFigures } from './series-figures.ts'

/** In a sentence; empty where the two are equal, there is no valuation, or the offering is over. */
export function printComparison({ offering, series: { unit_value } }: SeriesFigures): string {
  if (!offering || !unit_value || offering.state === 'closed') return ''
  const compared = compareWithValue(offering.unit_price, unit_value.preferred)
  const [price, value] = [printMoney(offering.unit_price), printMoney(unit_value.preferred)]
  return compared ? comparePrice(compared, { price, value, day: printDay(unit_value.as_of) }) : ''
}
