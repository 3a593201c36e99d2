/** Fills figures of series into a page, and again when a reader comes back to it. */
import { printFigures, type SeriesFigures } from './series-figures.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** Figures of more characters than this are drawn smaller in the strip, so that none is cut or wrapped. */
const LONG = 13

/** Writes the figures into the parts of an element that name them. */
export function showFigures(root: ParentNode, data: SeriesFigures | null): void {
  for (const [name, { figure, note }] of Object.entries(printFigures(data, today()))) {
    for (const element of root.querySelectorAll(`[data-figure="${name}"]`)) {
      element.textContent = figure
      element.toggleAttribute('data-long', figure.length > LONG)
    }
    for (const element of root.querySelectorAll(`[data-note="${name}"]`)) element.textContent = note
  }
}

/** Says what could not be loaded, and leads back to the page, which loads it again. */
export function sayNotLoaded(place: Element, what: string): void {
  const again = document.createElement('a')
  again.href = ''
  again.textContent = 'Load the page again'
  place.replaceChildren(`${what} could not be loaded. None is shown from an earlier time. `, again)
}

/** A reader who comes back after this long sees new figures, in milliseconds. */
const FRESH_FOR = 60_000

/** Loads now, when the page is shown again after a while, and when the network is back. */
export function keepLoaded(load: () => Promise<void>): void {
  let loadedAt = Date.now()
  void load()
  addEventListener('online', () => void load())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - loadedAt < FRESH_FOR) return
    loadedAt = Date.now()
    void load()
  })
}
