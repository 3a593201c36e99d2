/** Fills everything of the page of one series that comes from the server, and keeps it loaded. */
import { showAgreement } from './agreement.ts'
import { keepLoaded, sayNotLoaded, showFigures } from './live-figures.ts'
import { showPublished } from './published-files.ts'
import { type Fetched, fetchSeries, type SeriesFigures } from './series-figures.ts'

/** Why nobody can subscribe; empty while the offering is open. Without figures the area decides. */
const closedText = (data: SeriesFigures | null): string => {
  if (!data || data.offering?.state === 'open') return ''
  return data.offering ? `The offering is ${data.offering.state}.` : 'There is no offering now.'
}

/**
 * Leads to the subscription while the offering is open, and where there is no such series any more to the investor's
 * own. Otherwise a sentence says that it is not open.
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
    return 'This series is no longer offered, and has no live figures. Units that you hold remain in My Investments.'
  return `Live figures from the register, loaded at ${new Date().toLocaleTimeString('en-GB', { timeStyle: 'long' })}.`
}

/**
 * Fills everything of a page that comes from the server: figures, terms, attestation, documents. Whether the series is
 * marked as illustrative too: where the content of the page says otherwise, the server decides.
 */
export function showSeries(root: HTMLElement, fetched: Fetched<SeriesFigures>): void {
  const data = typeof fetched === 'string' ? null : fetched
  if (data) root.toggleAttribute('data-illustrative', data.series.is_illustrative)
  showFigures(root, data)
  showAgreement(root, data)
  showRequest(root, data, fetched === 'missing')
  showPublished(root, data)
  const state = root.querySelector('[data-live-state]')
  if (!state) return
  if (fetched === 'failed') sayNotLoaded(state, 'The figures')
  else state.textContent = stateOf(fetched)
}

/** Keeps the figures of one sheet loaded. */
export function startLiveFigures(sheet: HTMLElement): void {
  const code = sheet.dataset.series ?? ''
  keepLoaded(async () => showSeries(sheet, await fetchSeries(code)))
}
