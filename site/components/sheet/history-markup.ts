/** The drawing of a unit value over time, made by the build and again in the browser from the values of the server. */
import { drawHistory } from '#build/sheet/value-history'
import { printDay, printMoney } from './series-figures.ts'

/** A value of one unit on a day, `2026-10-31`, in dollars. */
export interface HistoryValue {
  as_of: string
  low: string
  preferred: string
  high: string
}

/** The content of the drawing, and its description in words. At least one value, the earliest first. */
export function drawHistoryMarkup(history: readonly HistoryValue[]): { markup: string; label: string } {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return { markup: '', label: 'No values yet.' }
  const { plot, values, days, band, preferred, last: end } = drawHistory(history)
  const rules = values.map(({ y }) => `M${plot.left} ${y}H${plot.right}`).join('')
  const markup = [
    `<path class="rule" d="${rules}"/>`,
    `<path class="band" d="${band}"/>`,
    `<path class="tonnes" d="${preferred}"/>`,
    `<circle class="last" cx="${Math.round(end[0])}" cy="${Math.round(end[1])}" r="3.5"/>`,
    ...values.map(
      ({ value, y }) => `<text x="${plot.left - 7}" y="${y + 3}" text-anchor="end">${value}</text>`,
    ),
    ...days.map(
      ({ day, x, anchor }) =>
        `<text x="${x}" y="${plot.bottom + 20}" text-anchor="${anchor}">${printDay(day)}</text>`,
    ),
  ].join('')
  const label = `The value of a unit from ${printDay(first.as_of)} to ${printDay(last.as_of)}: ${printMoney(first.preferred)} at first and ${printMoney(last.preferred)} at last, in a range from ${printMoney(last.low)} to ${printMoney(last.high)}. The values are in the table below.`
  return { markup, label }
}
