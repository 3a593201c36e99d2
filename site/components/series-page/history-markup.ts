/** The drawing of the unit value over time, created by the build and again in the browser from the server's values. */
import { drawHistory } from '#build/series-page/value-history'
import { formatDay, formatMoney } from './series-figures.ts'

/** A unit value on a day, `2026-10-31`, in dollars. */
export interface HistoryValue {
  as_of: string
  low: string
  preferred: string
  high: string
}

/** The drawing's content, and a text description. Requires at least one value; earliest first. */
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
        `<text x="${x}" y="${plot.bottom + 20}" text-anchor="${anchor}">${formatDay(day)}</text>`,
    ),
  ].join('')
  const label = `Unit value from ${formatDay(first.as_of)} to ${formatDay(last.as_of)}: from ${formatMoney(first.preferred)} to ${formatMoney(last.preferred)}, latest range ${formatMoney(last.low)} to ${formatMoney(last.high)}. Values are in the table below.`
  return { markup, label }
}
