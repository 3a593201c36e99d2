/** The plain page of a series that was listed after this build: what the server says of it. */
import { showPublished } from './file-check.ts'
import { showFigures } from './live-figures.ts'
import { fetchSeries } from './series-figures.ts'

const view = document.querySelector<HTMLElement>('[data-plain-series]')
const part = (name: string) => view?.querySelector<HTMLElement>(`[data-plain-${name}]`)

function show(name: 'loading' | 'missing' | 'found') {
  for (const other of ['loading', 'missing', 'found']) {
    const element = part(other)
    if (element) element.hidden = other !== name
  }
}

/** The address of a series is its symbol without `$`, in lower case. */
const canonicalCode = (code: string): string => code.replace(/^\$/, '').toLowerCase()

async function start(): Promise<void> {
  const written = decodeURIComponent(location.pathname.split('/')[2] ?? '')
  const code = canonicalCode(written)
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(code) || code === '404') return
  if (code !== written) {
    location.replace(`/tokens/${code}${location.hash}`)
    return
  }
  show('loading')
  const data = await fetchSeries(code)
  if (!data) {
    show('missing')
    return
  }
  const { symbol, name, category, location: place, description } = data.token
  const found = part('found')
  const heading = document.createElement('h1')
  heading.textContent = name
  found?.querySelector('.code')?.after(heading)
  for (const [key, text] of Object.entries({ symbol, category, place, description })) {
    const element = found?.querySelector(`[data-text="${key}"]`)
    if (element) element.textContent = text
  }
  if (found) showFigures(found, data)
  showPublished(data)
  show('found')
  dispatchEvent(new Event('text-shown'))
  document.title = document.title.replace('Page Not Found', () => `${name} ${symbol}`)
  document.querySelector('meta[name="robots"]')?.remove()
}

void start()
