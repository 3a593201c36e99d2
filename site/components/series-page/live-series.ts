/** Fills in everything on a series page that comes from the server, and keeps it up to date. */
import { renderContentConsistency } from './content-consistency.ts'
import { loadAndRefresh, renderFigures, renderLoadError } from './live-figures.ts'
import { renderPublishedFiles } from './published-files.ts'
import { type FetchResult, fetchSeries, type SeriesFigures } from './series-figures.ts'

/** Why subscribing is not possible; empty while the offering is open. Without figures, the investor area decides. */
const closedText = (data: SeriesFigures | null): string => {
  if (!data || data.offering?.state === 'open') return ''
  return data.offering ? `The offering is ${data.offering.state}.` : 'There is no current offering.'
}

/**
 * Links to the subscription while the offering is open, and to the investor's own series if the series no longer
 * exists. Otherwise a sentence says that it is not open.
 */
function showRequest(root: ParentNode, data: SeriesFigures | null, isMissing: boolean): void {
  const link = root.querySelector<HTMLAnchorElement>('[data-request]')
  const closed = root.querySelector<HTMLElement>('[data-closed]')
  const text = root.querySelector('[data-closed-text]')
  if (!link || !closed || !text) return
  text.textContent = closedText(data)
  closed.hidden = text.textContent === ''
  link.hidden = !closed.hidden
  link.textContent = isMissing ? 'My Investments' : 'Subscribe'
  link.href = isMissing ? '/access/dashboard?tab=investments' : `/access/subscribe/${link.dataset.request}`
}

const stateOf = (fetched: SeriesFigures | 'missing'): string => {
  if (fetched === 'missing')
    return 'This series is no longer offered, so live figures are not available. Your holdings remain in My Investments.'
  return `Live figures from the register, loaded at ${new Date().toLocaleTimeString('en-GB', { timeStyle: 'long' })}.`
}

/**
 * Fills in everything on a page that comes from the server: figures, terms, attestation, documents, and whether the
 * series is marked as illustrative; if the page's content says otherwise, the server decides.
 */
export function showSeries(root: HTMLElement, fetched: FetchResult<SeriesFigures>): void {
  const data = typeof fetched === 'string' ? null : fetched
  if (data) root.toggleAttribute('data-illustrative', data.series.is_illustrative)
  renderFigures(root, data)
  renderContentConsistency(root, data)
  showRequest(root, data, fetched === 'missing')
  renderPublishedFiles(root, data)
  const state = root.querySelector('[data-live-state]')
  if (!state) return
  if (fetched === 'failed') renderLoadError(state, 'The figures')
  else state.textContent = stateOf(fetched)
}

/** Keeps the figures of one series page up to date. */
export function initLiveSeries(sheet: HTMLElement): void {
  const code = sheet.dataset.series ?? ''
  loadAndRefresh(async () => showSeries(sheet, await fetchSeries(code)))
}
