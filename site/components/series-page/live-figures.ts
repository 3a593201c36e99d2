/** Fills series figures into a page, and refreshes them when a reader returns to it. */
import { formatSeriesFigures, type SeriesFigures } from './series-figures.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** Figures longer than this are drawn smaller in the strip, so that none is cut or wrapped. */
const LONG = 13

/** Writes the figures into the child elements that name them. */
export function renderFigures(root: ParentNode, data: SeriesFigures | null): void {
  for (const [name, { figure, note }] of Object.entries(formatSeriesFigures(data, today()))) {
    for (const element of root.querySelectorAll(`[data-figure="${name}"]`)) {
      element.textContent = figure
      element.toggleAttribute('data-long', figure.length > LONG)
    }
    for (const element of root.querySelectorAll(`[data-note="${name}"]`)) element.textContent = note
  }
}

/** Says what could not be loaded, and links to the page to reload it. */
export function renderLoadError(place: Element, what: string): void {
  const again = document.createElement('a')
  again.href = ''
  again.textContent = 'Reload the page'
  place.replaceChildren(`${what} could not be loaded. `, again)
}

/** Milliseconds after which a returning reader gets new figures. */
const FRESH_FOR = 60_000

/** Loads now, when the page is shown again after a while, and when the network is back. */
export function loadAndRefresh(load: () => Promise<void>): void {
  let loadedAt = Date.now()
  void load()
  addEventListener('online', () => void load())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - loadedAt < FRESH_FOR) return
    loadedAt = Date.now()
    void load()
  })
}
