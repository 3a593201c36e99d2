/** Compares an offering price with the unit value, in a sentence. */
import { formatPriceComparison, formatPriceComparisonSentence } from '#core/format/price-comparison'
import { formatDay, formatMoney, type SeriesFigures } from './series-figures.ts'

/** As a sentence; empty if the two are equal, there is no valuation, or the offering is over. */
export function formatOfferingPriceComparison({ offering, series: { unit_value } }: SeriesFigures): string {
  if (!offering || !unit_value || offering.state === 'closed') return ''
  const compared = formatPriceComparison(offering.unit_price, unit_value.preferred)
  const [price, value] = [formatMoney(offering.unit_price), formatMoney(unit_value.preferred)]
  return compared
    ? formatPriceComparisonSentence(compared, { price, value, day: formatDay(unit_value.as_of) })
    : ''
}
