import type { DocsPage, LegalPage } from '#contract/catalog/pages'
import { API_BASE } from '#contract/request-url'

/** Fetches the page named in the URL, in case it was published after this build. */
const view = document.querySelector<HTMLElement>('[data-late-page]')

const part = (name: string) => view?.querySelector<HTMLElement>(`[data-late-${name}]`)

function show(name: 'loading' | 'missing' | 'found') {
  for (const other of ['loading', 'missing', 'found']) {
    const element = part(other)
    if (element) element.hidden = other !== name
  }
}

async function fetchPage(kind: string, slug: string): Promise<LegalPage | DocsPage | undefined> {
  try {
    const response = await fetch(`${API_BASE}/${kind}/${encodeURIComponent(slug)}`)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

function showPage(page: LegalPage | DocsPage) {
  const found = part('found')
  const partOf = (selector: string) => found?.querySelector<HTMLElement>(selector)
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const heading = document.createElement('h1')
  heading.append(page.title)
  found?.prepend(heading)
  partOf('.lede')?.append('description' in page ? page.description : '')
  partOf('.facts')?.append(`Last updated: ${date.format(new Date(`${page.last_updated}T00:00:00Z`))}`)
  // Rendered by our own server from our own content; the CSP allows no script in it.
  const prose = partOf('.prose')
  if (prose) prose.innerHTML = page.content
  for (const table of prose?.querySelectorAll('table') ?? []) {
    const region = document.createElement('div')
    region.className = 'table-region'
    table.replaceWith(region)
    region.append(table)
  }
  dispatchEvent(new Event('text-shown'))
  document.title = document.title.replace('Page Not Found', () => page.title)
  document.querySelector('meta[name="robots"]')?.remove()
  show('found')
}

async function start(kind: string) {
  const slug = location.pathname.split('/')[2] ?? ''
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug === '404') return
  show('loading')
  const page = await fetchPage(kind, slug)
  if (page) showPage(page)
  else show('missing')
}

if (view?.dataset.latePage) void start(view.dataset.latePage)
