/** The plain page of a series that was listed after the build or has no content: what the server says of it. */
import { startFileCheck } from './file-check.ts'
import { keepLoaded } from './live-figures.ts'
import { showSeries } from './live-series.ts'
import { fetchSeries, type SeriesFigures } from './series-figures.ts'

const sheet = document.querySelector<HTMLElement>('[data-plain-series]')
const code = decodeURIComponent(location.pathname.split('/')[2] ?? '')

/** Name and text of the token, in the page and in its title. */
function showToken(root: ParentNode, { token }: SeriesFigures): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]')) {
    const name = element.dataset.text as 'symbol' | 'name' | 'category' | 'location' | 'description'
    element.textContent = token[name]
  }
  document.title = document.title.replace(/^.* · /, () => `${token.name} ${token.symbol} · `)
  document.querySelector('meta[name="robots"]')?.remove()
  dispatchEvent(new Event('text-shown'))
}

/** Where the server could not say it by the status of the page, the page itself says that there is no such series. */
function showMissing(root: ParentNode): void {
  const write = (name: string, text: string) => {
    const element = root.querySelector(`[data-text="${name}"]`)
    if (element) element.textContent = text
  }
  write('name', 'Page Not Found')
  write(
    'description',
    "The series you're looking for doesn't exist or is no longer offered. Units that you hold remain in My Investments.",
  )
  for (const part of root.querySelectorAll<HTMLElement>('.code, .actions, .strip, .part')) part.hidden = true
}

if (sheet) {
  sheet.dataset.series = code
  const request = sheet.querySelector<HTMLElement>('[data-request]')
  if (request) request.dataset.request = code
  startFileCheck()
  keepLoaded(async () => {
    const fetched = await fetchSeries(code)
    if (fetched === 'missing') showMissing(sheet)
    else if (fetched !== 'failed') showToken(sheet, fetched)
    showSeries(sheet, fetched)
  })
  void import('./live-value.ts').then(({ startLiveValue }) => startLiveValue(code))
}
