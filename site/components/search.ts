/** The search dialog: Pagefind's index with our own result list. Loaded when search is first opened. */
import { loadStylesheet } from '#core/browser/stylesheet'
import styleSheet from './search.css?url'
import type { ExcerptPart } from './search-excerpts.ts'
import {
  loadPagefind,
  RESULTS_PER_PAGE,
  type SiteSearchResult,
  type SiteSearchResults,
  searchPages,
} from './search-results.ts'

const failure = 'Search is temporarily unavailable. All pages are listed in the Documentation menu.'

const frame = `
  <div class="search-bar">
    <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><circle cx="7.75" cy="7.75" r="5"/><path d="m11.5 11.5 4 4"/></svg>
    <input type="search" aria-label="Search this site" placeholder="Search documents, series and terms" autocomplete="off" spellcheck="false" maxlength="200">
    <button type="button" class="mark" data-search-close aria-label="Close search, Esc">Esc</button>
  </div>
  <p class="search-status" role="status"></p>
  <div class="search-found">
    <ul class="search-results" aria-label="Results"></ul>
    <button type="button" class="button button-quiet button-small search-more" hidden>Show more results</button>
  </div>
  <p class="search-none" hidden>Need help? <a href="/docs/help-support">Help and Support</a></p>
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
const none = dialog.querySelector<HTMLElement>('.search-none')
const more = dialog.querySelector<HTMLButtonElement>('.search-more')

/** The query whose results are listed, and the query for which Enter was pressed before they were. */
let listedFor = ''
let enteredFor = ''
/** Maximum number of results listed, increased with each press of the button below them. */
let most = RESULTS_PER_PAGE

function drawLine(excerpt: readonly ExcerptPart[]): HTMLElement {
  const line = document.createElement('small')
  for (const { text, isFound } of excerpt) {
    if (!isFound) line.append(text)
    else {
      const mark = document.createElement('mark')
      mark.append(text.trimStart())
      line.append(text.startsWith(' ') ? ' ' : '', mark)
    }
  }
  line.normalize()
  return line
}

/** How the query words were interpreted if no page has all of them. */
function explain({ missing, corrected, isPartial }: SiteSearchResults): string {
  if (isPartial) return 'No exact match. Closest results: '
  const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')
  const read = corrected.length > 0 ? `Showing results for ${quoted(corrected)}. ` : ''
  return missing.length > 0 ? `${read}No results for ${quoted(missing)}. Results without it: ` : read
}

/** Lists results, for `query` unless it is empty; `count` is their total number. */
function drawHits(hits: SiteSearchResult[], query = '', count = hits.length) {
  if (query !== listedFor) list?.parentElement?.scrollTo(0, 0)
  listedFor = query
  if (more) more.hidden = count <= hits.length
  if (none) none.hidden = true
  list?.replaceChildren(
    ...hits.map((hit) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      const title = document.createElement('b')
      link.href = hit.href
      title.textContent = hit.title
      link.append(title)
      if (hit.excerpt) link.append(drawLine(hit.excerpt))
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

/** Writes the query into the URL while the dialog is open, so that it survives reload, back and copying the link. */
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
    const found = await searchPages(query, most)
    if (!found || query !== input?.value.trim()) return
    const { hits, count } = found
    drawHits(hits, query, count)
    writeAddress(query)
    if (enteredFor === query && count > 0) return openFirst()
    const shown = count > hits.length ? `, showing the first ${hits.length}` : ''
    if (none) none.hidden = count > 0
    if (count === 0) say(`No results for “${query}”. Try fewer or different words.`)
    else say(`${explain(found)}${count === 1 ? '1 result' : `${count} results${shown}`}`)
  } catch {
    drawHits([])
    say(failure)
  }
}

/** Lists more results, and moves the focus to the first new one. */
async function showMore() {
  const at = list?.children.length ?? 0
  most += RESULTS_PER_PAGE
  await search()
  const first = list?.children[at]?.querySelector('a')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'start' })
}

/** Handles keys that the browser does not handle, or handles differently. */
function handleKey(event: KeyboardEvent) {
  const stops = [
    ...dialog.querySelectorAll<HTMLElement>('input, .search-results a, .search-more:not([hidden])'),
  ]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const isResult = document.activeElement?.matches('.search-results a')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined && at >= 0) {
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length]?.focus()
  } else if (
    isResult &&
    (event.key.length === 1 || event.key === 'Backspace') &&
    !event.ctrlKey &&
    !event.metaKey
  ) {
    // Typing while a result is focused continues in the field.
    input?.focus()
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
input?.addEventListener('input', () => {
  most = RESULTS_PER_PAGE
  void search()
})
more?.addEventListener('click', showMore)
dialog.addEventListener('keydown', handleKey)
dialog.addEventListener('click', (event) => {
  const target = event.target as Element
  // Following a result leaves the dialog and query in the history, to return to.
  if (target === dialog || target.closest('[data-search-close]')) dialog.close()
})

/**
 * Opens the dialog, optionally with a query; when it closes, the browser returns the focus to the element that opened
 * it.
 */
export async function openSearch(query?: string): Promise<void> {
  await styled
  if (dialog.open) return
  if (query && input) input.value = query
  dialog.showModal()
  input?.select()
  void search()
  void loadPagefind().catch(() => undefined)
}
