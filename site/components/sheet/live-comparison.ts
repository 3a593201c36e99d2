/** How the price of an offering compares with the unit value, on the page of a series. Loaded when a reader is near. */
import { comparePrice, compareWithValue } from '#core/format/price-against-value'
import { keepLoaded } from './live-figures.ts'
import { fetchSeries, printDay, printMoney, type SeriesFigures } from './series-figures.ts'

/** In a sentence; empty where the two are equal, there is no valuation, or the offering is over. */
export function printComparison({ offering, series: { unit_value } }: SeriesFigures): string {
  if (!offering || !unit_value || offering.state === 'closed') return ''
  const compared = compareWithValue(offering.unit_price, unit_value.preferred)
  const [price, value] = [printMoney(offering.unit_price), printMoney(unit_value.preferred)]
  return compared ? comparePrice(compared, { price, value, day: printDay(unit_value.as_of) }) : ''
}

/** Writes the sentence into its place, and again when the page is shown after a while. */
export function startComparison(code: string): void {
  const place = document.querySelector('[data-compared]')
  if (!place) return
  keepLoaded(async () => {
    const fetched = await fetchSeries(code)
    place.textContent = typeof fetched === 'string' ? '' : printComparison(fetched)
  })
}
