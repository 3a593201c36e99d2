/** The search dialog: Pagefind's index behind our own list. Loaded when search is first opened. */
import { loadStylesheet } from '#core/browser/stylesheet'
import styleSheet from './search.css?url'
import { findHits, type Hit, loadEngine, mostHits } from './search-hits.ts'

const failure = 'Search is not available at the moment. The Documentation menu lists every page.'

const frame = `
  <div class="search-bar">
    <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><circle cx="7.75" cy="7.75" r="5"/><path d="m11.5 11.5 4 4"/></svg>
    <input type="search" aria-label="Search this site" placeholder="Documents, series, terms" autocomplete="off" spellcheck="false" maxlength="200">
    <button type="button" class="mark" data-search-close aria-label="Close search, Esc">Esc</button>
  </div>
  <p class="search-status" role="status"></p>
  <ul class="search-results" aria-label="Results"></ul>
  <p class="search-keys" aria-hidden="true"><span>↑ ↓ to move</span><span>Enter to open</span></p>`

const dialog = document.createElement('dialog')
dialog.className = 'dialog search'
dialog.setAttribute('aria-label', 'Search this site')
dialog.innerHTML = frame
document.body.append(dialog)

const styled = loadStylesheet(styleSheet)

const input = dialog.querySelector('input')
const status = dialog.querySelector('.search-status')
const list = dialog.querySelector('.search-results')

/** The query whose results are listed, and the query for which Enter was pressed before that. */
let listedFor = ''
let enteredFor = ''

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

/** Writes the query into the URL while the dialog is open, so that reload, back and a copied link keep it. */
function writeAddress(query: string) {
  if (!dialog.open) query = ''
  const address = new URL(location.href)
  if (query === (address.searchParams.get('q') ?? '')) return
  if (query) address.searchParams.set('q', query)
  else address.searchParams.delete('q')
  history.replaceState(history.state, '', address)
}

function openFirst() {
  enteredFor = ''
  list?.querySelector('a')?.click()
}

async function search() {
  const query = input?.value.trim() ?? ''
  if (!query) {
    writeAddress('')
    return suggestPages()
  }
  try {
    const found = await findHits(query)
    if (!found || query !== input?.value.trim()) return
    const { hits, count } = found
    drawHits(hits, query)
    writeAddress(query)
    if (enteredFor === query && count > 0) return openFirst()
    if (count === 0) say(`Nothing found for “${query}”. Try fewer or other words.`)
    else
      say(
        count === 1
          ? '1 result'
          : `${count} results${count > mostHits ? `, the first ${mostHits} shown` : ''}`,
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
dialog.addEventListener('close', () => {
  cancelEnter()
  writeAddress('')
})
input?.addEventListener('input', search)
dialog.addEventListener('keydown', handleKey)
dialog.addEventListener('click', (event) => {
  const target = event.target as Element
  // A result leaves the dialog and the query, to be found again on the way back.
  if (target === dialog || target.closest('[data-search-close]')) dialog.close()
})

/**
 * Opens the dialog, with a query if there is one; when it closes, the browser returns focus to the element that opened
 * it.
 */
export async function openSearch(query?: string): Promise<void> {
  await styled
  if (dialog.open) return
  if (query && input) input.value = query
  dialog.showModal()
  input?.select()
  void search()
  void loadEngine().catch(() => undefined)
}
