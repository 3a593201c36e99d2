/** The series index's script. Without it, the page is the plain list. */

import type { Token } from '#contract/catalog/tokens'
import { stripSymbolPrefix, toSeriesCode } from '#shared/series-code'
import { loadAndRefresh, renderFigures } from './live-figures.ts'
import { renderMissingFiguresNote } from './missing-figures-note.ts'
import { type FetchResult, fetchSeries, fetchTokenEndpoint, type SeriesFigures } from './series-figures.ts'
import {
  filterSeries,
  type ListedSeries,
  type ListView,
  parseListView,
  serializeListView,
} from './series-list.ts'

interface Row extends ListedSeries {
  element: HTMLTableRowElement
}

const filters = document.querySelector<HTMLFieldSetElement>('[data-filters]')
const body = document.querySelector<HTMLTableSectionElement>('[data-rows]')
const count = document.querySelector('[data-count]')
const none = document.querySelector<HTMLElement>('[data-none]')
const note = document.querySelector('[data-live-state]')
const atFirst = note?.textContent ?? ''

function readRow(element: HTMLTableRowElement): Row {
  const { series = '', category = '', stage = '', sheet = '' } = element.dataset
  return { element, code: series, category, stage, sheet, state: null, value: null, backing: null }
}

/** The prebuilt rows, and the series the server has listed since: see {@link showListed}. */
const prebuilt = [...(body?.rows ?? [])].map(readRow)
let rows = prebuilt

function keepFigures(row: Row, data: SeriesFigures | null): void {
  row.state = data && (data.offering?.state ?? 'none')
  row.value = data?.series.unit_value ? Number(data.series.unit_value.preferred) : null
  row.backing = data?.series.backing_percent ?? null
  renderFigures(row.element, data)
}

/** How many lack figures. */
const countUnknown = (list: readonly Row[]) => list.filter(({ state }) => state === null).length

const fieldOf = (name: keyof ListView) => filters?.elements.namedItem(name) as HTMLSelectElement | null

function show(view: ListView): void {
  const shown = filterSeries(rows, view)
  for (const row of rows) row.element.hidden = !shown.includes(row)
  for (const place of document.querySelectorAll<SVGElement>('[data-place]'))
    place.toggleAttribute('hidden', !shown.some(({ code }) => code === place.dataset.place))
  // Appended in order; a row already in place is not moved and keeps the focus.
  for (const [at, { element }] of shown.entries()) {
    if (body?.rows[at] !== element) body?.insertBefore(element, body.rows[at] ?? null)
  }
  const unknown = view.state ? countUnknown(filterSeries(rows, { ...view, state: '' })) : 0
  const all = shown.length === rows.length ? '' : `${shown.length} of `
  const text = `${all}${rows.length} series${unknown ? `, ${unknown} unknown` : ''}`
  if (count && count.textContent !== text) count.textContent = text
  if (none) none.hidden = shown.length > 0
  none?.firstChild?.replaceWith(unknown ? 'Offering status unavailable. ' : 'No matching series. ')
}

let isLoaded = false

/** Reads the URL into the fields; a value that a field does not offer is omitted from the view. */
function showAddress(): void {
  const view = parseListView(location.search)
  for (const name of ['category', 'state', 'sort'] as const) {
    const field = fieldOf(name)
    if (!field) continue
    field.value = view[name]
    if (field.selectedIndex < 0) field.value = ''
    view[name] = field.value
  }
  // Offerings are not known yet, so until then every series is shown.
  show(isLoaded ? view : { ...view, state: '' })
}

function goTo(view: ListView): void {
  history.pushState(null, '', `${location.pathname}${serializeListView(view)}`)
  showAddress()
}

filters?.addEventListener('change', () => {
  const read = (name: keyof ListView) => fieldOf(name)?.value ?? ''
  goTo({ category: read('category'), state: read('state'), sort: read('sort') })
})
document.querySelector('[data-clear]')?.addEventListener('click', () => {
  goTo(parseListView(''))
  fieldOf('category')?.focus()
})
addEventListener('popstate', showAddress)
showAddress()

/** A row like the prebuilt ones, for a series listed after the build. */
function addRow(token: Token, at: number): Row | undefined {
  const [first] = prebuilt
  if (!first || !body) return undefined
  const element = first.element.cloneNode(true) as HTMLTableRowElement
  Object.assign(element.dataset, {
    series: stripSymbolPrefix(token.symbol),
    category: token.category,
    stage: '',
    sheet: String(at + 1).padStart(2, '0'),
  })
  const link = document.createElement('a')
  link.href = `/tokens/${toSeriesCode(token.symbol)}`
  link.append(token.symbol)
  const category = document.createElement('small')
  category.append(token.category)
  const [key, symbol, mineral, place, stage] = element.cells
  key?.replaceChildren('–')
  symbol?.replaceChildren(link)
  mineral?.replaceChildren(token.name, ' ', category)
  place?.replaceChildren(token.location)
  stage?.replaceChildren('–')
  renderFigures(element, null)
  body.append(element)
  const field = fieldOf('category')
  if (field && ![...field.options].some(({ value }) => value === token.category))
    field.add(new Option(token.category))
  return readRow(element)
}

/** Keeps the list to public series: hidden ones are removed, and those listed after the build are added. */
function showListed(tokens: readonly Token[]): void {
  const symbols = new Set(tokens.map(({ symbol }) => toSeriesCode(symbol)))
  const isKnown = (symbol: string) => rows.some(({ code }) => toSeriesCode(code) === toSeriesCode(symbol))
  const added = tokens
    .filter(({ symbol }) => !isKnown(symbol))
    .flatMap((token, at) => addRow(token, rows.length + at) ?? [])
  rows = [...rows, ...added]
  for (const { element, code } of rows) if (!symbols.has(toSeriesCode(code))) element.remove()
  rows = rows.filter(({ code }) => symbols.has(toSeriesCode(code)))
}

const dataOf = (fetched: FetchResult<SeriesFigures>): SeriesFigures | null =>
  typeof fetched === 'string' ? null : fetched

loadAndRefresh(async () => {
  const listed = await fetchTokenEndpoint<Token[]>('')
  if (typeof listed !== 'string') showListed(listed)
  await Promise.all(rows.map(async (row) => keepFigures(row, dataOf(await fetchSeries(row.code)))))
  isLoaded = true
  if (note) renderMissingFiguresNote(note, countUnknown(rows), rows.length, atFirst)
  showAddress()
})
