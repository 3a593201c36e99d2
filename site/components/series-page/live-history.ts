/** The unit value history from the register, in the page's drawing and table. */

import type { series } from '#contract/catalog/series'
import type { ResponseOf } from '#contract/endpoint'
import { drawHistoryMarkup, type HistoryValue } from './history-markup.ts'
import { type FetchResult, fetchTokenEndpoint, formatDay, formatMoney } from './series-figures.ts'

type Valuations = ResponseOf<typeof series.listValuations>
type ListedValue = HistoryValue & Pick<Valuations['valuations'][number], 'method' | 'inputs'>

/** The current value of each day, earliest first; if a day has several, the one entered last. */
export function listHistory({ valuations }: Valuations): ListedValue[] {
  const current = new Map<string, Valuations['valuations'][number]>()
  for (const valuation of [...valuations].sort((a, b) => a.id - b.id)) current.set(valuation.as_of, valuation)
  return [...current.values()].sort((a, b) => a.as_of.localeCompare(b.as_of))
}

/** The method, with its inputs if the server has them. */
function drawMethod({ method, inputs }: ListedValue): Node {
  if (inputs.length === 0) return document.createTextNode(method)
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = `${method} (${inputs.length === 1 ? '1 input' : `${inputs.length} inputs`})`
  const list = document.createElement('ul')
  for (const { label, value, unit, source, as_of } of inputs) {
    const item = document.createElement('li')
    item.textContent = `${label}: ${`${value} ${unit}`.trim()} (${source}, ${formatDay(as_of)})`
    list.append(item)
  }
  details.append(summary, list)
  return details
}

function drawRow(value: ListedValue): HTMLTableRowElement {
  const row = document.createElement('tr')
  const day = document.createElement('th')
  day.scope = 'row'
  day.textContent = formatDay(value.as_of)
  row.append(day)
  for (const amount of [value.low, value.preferred, value.high]) {
    const cell = row.insertCell()
    cell.className = 'align-right'
    cell.textContent = formatMoney(amount)
  }
  row.insertCell().append(drawMethod(value))
  return row
}

function noteOf(fetched: FetchResult<Valuations>, isPrebuilt: boolean): string {
  const shown = isPrebuilt ? ' Showing the illustrative history.' : ''
  if (typeof fetched === 'string') return `Register values could not be loaded.${shown}`
  if (fetched.valuations.length === 0) return `No valuations recorded yet.${shown}`
  return 'Values from the register. Line: preferred value. Band: low to high.'
}

/** Draws the server's history in place of the prebuilt one. */
export async function startLiveHistory(code: string): Promise<void> {
  const part = document.querySelector<HTMLElement>('[data-history]')
  const drawing = part?.querySelector<SVGElement>('svg')
  if (!part || !drawing) return
  const fetched = await fetchTokenEndpoint<Valuations>(`/${encodeURIComponent(code)}/valuations`)
  const note = part.querySelector('[data-history-note]')
  if (note) note.textContent = noteOf(fetched, drawing.childElementCount > 0)
  const history = typeof fetched === 'string' ? [] : listHistory(fetched)
  if (history.length === 0) return
  const { label, markup } = drawHistoryMarkup(history)
  drawing.innerHTML = markup
  drawing.setAttribute('aria-label', label)
  const remark = part.querySelector('[data-history-remark]')
  if (remark) remark.textContent = history.length === 1 ? '1 value' : `${history.length} values`
  part.querySelector('[data-history-rows]')?.replaceChildren(...history.toReversed().map(drawRow))
}
