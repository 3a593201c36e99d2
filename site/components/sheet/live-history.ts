/** The history of the unit value as the register has it, in the drawing and the table of the page. */
import type { ResponseOf } from '#contract/endpoint'
import type { series } from '#contract/series'
import { drawHistoryMarkup, type HistoryValue } from './history-markup.ts'
import { type Fetched, fetchTokens, printDay, printMoney } from './series-figures.ts'

type Valuations = ResponseOf<typeof series.valuations>
type ListedValue = HistoryValue & Pick<Valuations['valuations'][number], 'method' | 'inputs'>

/** The current value of each day, the earliest first; of several of one day the one entered last. */
export function listHistory({ valuations }: Valuations): ListedValue[] {
  const current = new Map<string, Valuations['valuations'][number]>()
  for (const valuation of [...valuations].sort((a, b) => a.id - b.id)) current.set(valuation.as_of, valuation)
  return [...current.values()].sort((a, b) => a.as_of.localeCompare(b.as_of))
}

/** The method, with the inputs behind it where the server has them. */
function drawMethod({ method, inputs }: ListedValue): Node {
  if (inputs.length === 0) return document.createTextNode(method)
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.textContent = `${method} (${inputs.length === 1 ? '1 input' : `${inputs.length} inputs`})`
  const list = document.createElement('ul')
  for (const { label, value, unit, source, as_of } of inputs) {
    const item = document.createElement('li')
    item.textContent = `${label}: ${`${value} ${unit}`.trim()} (${source}, ${printDay(as_of)})`
    list.append(item)
  }
  details.append(summary, list)
  return details
}

function drawRow(value: ListedValue): HTMLTableRowElement {
  const row = document.createElement('tr')
  const day = document.createElement('th')
  day.scope = 'row'
  day.textContent = printDay(value.as_of)
  row.append(day)
  for (const amount of [value.low, value.preferred, value.high]) {
    const cell = row.insertCell()
    cell.className = 'align-right'
    cell.textContent = printMoney(amount)
  }
  row.insertCell().append(drawMethod(value))
  return row
}

function noteOf(fetched: Fetched<Valuations>, isPrebuilt: boolean): string {
  const shown = isPrebuilt ? ' What is drawn is the illustrative history of this sheet.' : ''
  if (typeof fetched === 'string') return `The values of the register could not be loaded.${shown}`
  if (fetched.valuations.length === 0) return `The register has no values yet.${shown}`
  return 'The values of the register. The line is the preferred value, the band reaches from low to high.'
}

/** Draws the history from the server in place of the prebuilt one. */
export async function startLiveHistory(code: string): Promise<void> {
  const part = document.querySelector<HTMLElement>('[data-history]')
  const drawing = part?.querySelector<SVGElement>('svg')
  if (!part || !drawing) return
  const fetched = await fetchTokens<Valuations>(`/${encodeURIComponent(code)}/valuations`)
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
