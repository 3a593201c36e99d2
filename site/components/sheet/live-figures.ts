/** Fills figures of series into a page, and again when a reader comes back to it. */
import { fetchSeries, printFigures, type SeriesFigures } from './series-figures.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** Writes the figures into the parts of an element that name them. */
export function showFigures(root: ParentNode, data: SeriesFigures | null): void {
  for (const [name, { figure, note }] of Object.entries(printFigures(data, today()))) {
    for (const element of root.querySelectorAll(`[data-figure="${name}"]`)) element.textContent = figure
    for (const element of root.querySelectorAll(`[data-note="${name}"]`)) element.textContent = note
  }
}

/** A reader who comes back after this long sees new figures, in milliseconds. */
const FRESH_FOR = 60_000

/** Loads now, and when the page is shown again after a while. */
export function keepLoaded(load: () => Promise<void>): void {
  let loadedAt = Date.now()
  void load()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - loadedAt < FRESH_FOR) return
    loadedAt = Date.now()
    void load()
  })
}

/** The strip and the end of the chain of one sheet; `onData` gets every response too. */
export function startLiveFigures(sheet: HTMLElement, onData: (data: SeriesFigures | null) => void): void {
  const code = sheet.dataset.series ?? ''
  const state = sheet.querySelector('[data-live-state]')
  keepLoaded(async () => {
    const data = await fetchSeries(code)
    showFigures(sheet, data)
    if (state) {
      state.textContent = data
        ? `Live figures from the register, loaded at ${new Date().toLocaleTimeString('en-US', { timeStyle: 'short' })}.`
        : 'The figures could not be loaded. None is shown from an earlier time.'
    }
    onData(data)
  })
}
