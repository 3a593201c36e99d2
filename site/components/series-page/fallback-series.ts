/** The fallback page of a series that was listed after the build or has no content, showing the server's data. */

import { loadAndRefresh } from './live-figures.ts'
import { showSeries } from './live-series.ts'
import { fetchSeries, type SeriesFigures } from './series-figures.ts'
import { initFileVerification } from './verify-file.ts'

const sheet = document.querySelector<HTMLElement>('[data-plain-series]')
const code = decodeURIComponent(location.pathname.split('/')[2] ?? '')

/** The token's name and text, in the page and in its title. */
function showToken(root: ParentNode, { token }: SeriesFigures): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) {
    const name = element.dataset.text as 'symbol' | 'name' | 'category' | 'location' | 'description'
    element.textContent = token[name]
  }
  document.title = document.title.replace(/^.* · /, () => `${token.name} ${token.symbol} · `)
  document.querySelector('meta[name="robots"]')?.remove()
  dispatchEvent(new Event('text-shown'))
}

/** If the server could not say so with the page's status, the page itself says that there is no such series. */
function showMissing(root: ParentNode): void {
  const write = (name: string, text: string) => {
    const element = root.querySelector(`[data-text="${name}"]`)
    if (element) element.textContent = text
  }
  write('name', 'Page Not Found')
  write(
    'description',
    "The series you're looking for doesn't exist or is no longer offered. Your holdings remain in My Investments.",
  )
  for (const part of root.querySelectorAll<HTMLElement>('.code, .actions, .strip, .part')) part.hidden = true
}

if (sheet) {
  sheet.dataset.series = code
  const request = sheet.querySelector<HTMLElement>('[data-request]')
  if (request) request.dataset.request = code
  initFileVerification()
  loadAndRefresh(async () => {
    const fetched = await fetchSeries(code)
    if (fetched === 'missing') showMissing(sheet)
    else if (fetched !== 'failed') showToken(sheet, fetched)
    showSeries(sheet, fetched)
  })
  void import('./live-value.ts').then(({ startLiveValue }) => startLiveValue(code))
}
