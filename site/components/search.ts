/** The search dialog: Pagefind's index behind our own list. Loaded when search is first opened. */
import { loadStylesheet } from '#core/browser/stylesheet'
import styleSheet from './search.css?url'

interface Section {
  title: string
  url: string
  excerpt: string
  /** Positions of the terms, each with its weight: higher in headings, lower in asides. */
  weighted_locations: { balanced_score: number }[]
}

interface PagefindPage {
  url: string
  excerpt: string
  meta: { title?: string }
  sub_results: Section[]
}

interface Pagefind {
  init(): Promise<void>
  debouncedSearch(query: string): Promise<{ results: { data(): Promise<PagefindPage> }[] } | null>
}

interface Hit {
  title: string
  href: string
  excerpt?: string
}

const mostResults = 12
const failure = 'Search is not available at the moment. The Documentation menu lists every page.'

const frame = `
  <div class="search-bar">
    <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><circle cx="7.75" cy="7.75" r="5"/><path d="m11.5 11.5 4 4"/></svg>
    <input type="search" aria-label="Search documentation" placeholder="Search documentation" autocomplete="off" spellcheck="false" maxlength="200">
    <button type="button" class="mark" data-search-close aria-label="Close search, Esc">Esc</button>
  </div>
  <p class="search-status" role="status"></p>
  <ul class="search-results" aria-label="Results"></ul>
  <p class="search-keys" aria-hidden="true"><span>↑ ↓ to move</span><span>Enter to open</span></p>`

const dialog = document.createElement('dialog')
dialog.className = 'dialog search'
dialog.setAttribute('aria-label', 'Search documentation')
dialog.innerHTML = frame
document.body.append(dialog)

const styled = loadStylesheet(styleSheet)

const input = dialog.querySelector('input')
const status = dialog.querySelector('.search-status')
const list = dialog.querySelector('.search-results')

/** The query whose results are listed, and the query for which Enter was pressed before that. */
let listedFor = ''
let enteredFor = ''

let engine: Promise<Pagefind> | undefined
let failures = 0

/** A failed load is retried at the next key stroke, under another URL: browsers cache the failure of a module. */
function loadEngine(): Promise<Pagefind> {
  const address = `/pagefind/pagefind.js${failures ? `?attempt=${failures + 1}` : ''}`
  if (engine) return engine
  const attempt = (import(/* @vite-ignore */ address) as Promise<Pagefind>).then(async (pagefind) => {
    await pagefind.init()
    return pagefind
  })
  attempt.catch(() => {
    engine = undefined
    failures += 1
  })
  engine = attempt
  return attempt
}

/** Pagefind indexes files; the URLs of pages have no extension. */
const toAddress = (url: string) => url.replace(/(?:index)?\.html(?=$|#)/, '').replace(/(?<=.)\/(?=$|#)/, '')

const scoreOf = ({ weighted_locations }: Section): number =>
  weighted_locations.reduce((sum, { balanced_score }) => sum + balanced_score, 0)

/** A result links to its best section; Pagefind lists sections in page order. */
function toHit(page: PagefindPage): Hit {
  const title = page.meta.title ?? page.url
  const best = page.sub_results.reduce<Section | undefined>(
    (found, section) => (found && scoreOf(found) >= scoreOf(section) ? found : section),
    undefined,
  )
  if (!best?.url.includes('#') || best.title === title) {
    return { title, href: toAddress(page.url), excerpt: page.excerpt }
  }
  return { title: `${title}: ${best.title}`, href: toAddress(best.url), excerpt: best.excerpt }
}

/** Copies only the text and the highlights of an excerpt, never its markup. */
function drawExcerpt(excerpt: string): HTMLElement {
  const line = document.createElement('small')
  for (const node of new DOMParser().parseFromString(excerpt, 'text/html').body.childNodes) {
    const isMark = node.nodeName === 'MARK'
    const part = isMark ? document.createElement('mark') : document.createTextNode(node.textContent ?? '')
    if (isMark) part.textContent = node.textContent
    line.append(part)
  }
  return line
}

/** Lists hits, those of `query` unless it is empty. */
function drawHits(hits: Hit[], query = '') {
  listedFor = query
  list?.replaceChildren(
    ...hits.map((hit) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      const title = document.createElement('b')
      link.href = hit.href
      title.textContent = hit.title
      link.append(title)
      if (hit.excerpt) link.append(drawExcerpt(hit.excerpt))
      item.append(link)
      return item
    }),
  )
}

function say(text: string) {
  if (status && status.textContent !== text) status.textContent = text
}

/** Shown before anything is typed: the pages of the Documentation menu. */
function suggestPages() {
  const links = document.querySelectorAll<HTMLAnchorElement>('.nav-links a.menu-link')
  drawHits(
    [...links].map((link) => ({ title: link.textContent ?? '', href: link.getAttribute('href') ?? '/' })),
  )
  say('Documentation')
}

function openFirst() {
  enteredFor = ''
  list?.querySelector('a')?.click()
}

async function search() {
  const query = input?.value.trim() ?? ''
  if (!query) return suggestPages()
  try {
    const found = await (await loadEngine()).debouncedSearch(query)
    if (!found || query !== input?.value.trim()) return
    const pages = await Promise.all(found.results.slice(0, mostResults).map((result) => result.data()))
    if (query !== input?.value.trim()) return
    drawHits(pages.map(toHit), query)
    if (enteredFor === query && pages.length > 0) return openFirst()
    const count = found.results.length
    if (count === 0) say(`Nothing found for “${query}”. Try fewer or other words.`)
    else
      say(
        count === 1
          ? '1 result'
          : `${count} results${count > mostResults ? `, the first ${mostResults} shown` : ''}`,
      )
  } catch {
    drawHits([])
    say(failure)
  }
}

/** Handles keys that the browser does not handle, or handles differently. */
function handleKey(event: KeyboardEvent) {
  const stops = [input, ...(list?.querySelectorAll('a') ?? [])].filter((stop) => stop != null)
  const at = stops.indexOf(document.activeElement as HTMLInputElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined && at >= 0) {
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length]?.focus()
  } else if (event.key === 'Enter' && document.activeElement === input && input?.value.trim()) {
    event.preventDefault()
    const query = input.value.trim()
    if (listedFor === query) openFirst()
    else enteredFor = query
  } else if (event.key === 'Escape' && !event.isComposing) {
    // Some browsers would only clear the field, and close at the second Escape.
    event.preventDefault()
    dialog.close()
  }
}

// Typing after Enter, or closing, cancels the Enter.
const cancelEnter = () => {
  enteredFor = ''
}
input?.addEventListener('input', cancelEnter)
dialog.addEventListener('close', cancelEnter)
input?.addEventListener('input', search)
dialog.addEventListener('keydown', handleKey)
dialog.addEventListener('click', (event) => {
  const target = event.target as Element
  if (target === dialog || target.closest('[data-search-close], a[href]')) dialog.close()
})

/** Opens the dialog; when it closes, the browser returns focus to the element that opened it. */
export async function openSearch(): Promise<void> {
  await styled
  if (dialog.open) return
  dialog.showModal()
  input?.select()
  void search()
  void loadEngine().catch(() => undefined)
}
