/** Offering terms on the page of a series. Loaded when a reader comes near. */
import { parseTextTerms, type TextTerm } from '#shared/calculations/text-terms'
import { formatOfferingPriceComparison } from './live-comparison.ts'
import { loadAndRefresh } from './live-figures.ts'
import { fetchSeries, formatSeriesFigures, type SeriesFigures } from './series-figures.ts'

/** The terms in words are rows of the table; the remaining text is below it. */
function showWordedTerms(root: ParentNode, data: SeriesFigures | null): void {
  const { terms, rest } = parseTextTerms(formatSeriesFigures(data, '').terms.figure)
  const text = root.querySelector('.terms')
  // From here on, nothing else writes the text.
  text?.removeAttribute('data-figure')
  if (text) text.textContent = rest
  for (const row of root.querySelectorAll<HTMLElement>('[data-term]'))
    row.textContent = terms[row.dataset.term as TextTerm] || '–'
  root.querySelector('.worded')?.toggleAttribute('hidden', Object.keys(terms).length === 0)
}

/** The header's link, below the terms of an open offering. */
function repeatRequest(root: ParentNode, code: string, data: SeriesFigures | null): void {
  const link = root.querySelector<HTMLAnchorElement>('[data-request-again]')
  if (!link) return
  link.hidden = data?.offering?.state !== 'open'
  link.setAttribute('href', `/access/subscribe/${code.toLowerCase()}`)
}

/** Shows all of it, and again when the page is shown after a while. */
export function startLiveTerms(code: string): void {
  const part = document.getElementById('terms')
  if (!part) return
  loadAndRefresh(async () => {
    const fetched = await fetchSeries(code)
    const data = typeof fetched === 'string' ? null : fetched
    showWordedTerms(part, data)
    repeatRequest(part, code, data)
    const place = part.querySelector('[data-compared]')
    if (place) place.textContent = data ? formatOfferingPriceComparison(data) : ''
  })
}
