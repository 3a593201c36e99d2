/** The proof page: register figures and the list of snapshots. */
import { API_BASE } from '#contract/request-url'
import { loadAndRefresh, renderFigures } from '#site/components/series-page/live-figures.ts'
import { renderMissingFiguresNote } from '#site/components/series-page/missing-figures-note.ts'
import { fetchSeries, type SeriesFigures } from '#site/components/series-page/series-figures.ts'
import { createElement } from './create-element.ts'
import {
  countEntries,
  type Entry,
  formatSnapshotTime,
  mergeSnapshotsAndFailures,
  type SnapshotList,
} from './snapshot-list.ts'

const rows = [...document.querySelectorAll<HTMLTableRowElement>('[data-rows] tr')]
const note = document.querySelector('[data-live-state]')
const atFirst = note?.textContent ?? ''

const sixDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 6 })

/** Units with all six decimals, as in the files; series pages show fewer. */
function showUnits(row: HTMLElement, figures: SeriesFigures['series']): void {
  for (const [name, units] of [
    ['issued', figures.units_in_issue],
    ['held', figures.units_held],
  ] as const) {
    const place = row.querySelector(`[data-figure="${name}"]`)
    if (place) place.textContent = sixDecimals.format(units as Intl.StringNumericLiteral)
  }
}

loadAndRefresh(async () => {
  const loaded = await Promise.all(
    rows.map(async (row) => {
      const fetched = await fetchSeries(row.dataset.series ?? '')
      // A series that is no longer public is removed from the table.
      row.hidden = fetched === 'missing'
      const data = typeof fetched === 'string' ? null : fetched
      renderFigures(row, data)
      if (data) showUnits(row, data.series)
      return fetched !== 'failed'
    }),
  )
  const missing = loaded.filter((isThere) => !isThere).length
  if (note) renderMissingFiguresNote(note, missing, rows.length, atFirst)
})

const list = document.querySelector<HTMLElement>('[data-snapshots]')
const earlier = document.querySelector<HTMLButtonElement>('[data-earlier]')
const state = document.querySelector('[data-snapshot-state]')
const key = document.querySelector('[data-public-key]')

/** Everything loaded so far, one page at a time. */
let loaded: Pick<SnapshotList, 'snapshots' | 'failures'> = { snapshots: [], failures: [] }
/** The day before which the next page begins; undefined for today. */
let before: string | undefined

function drawEntry(entry: Entry): HTMLElement {
  if (entry.kind !== 'snapshot') {
    const { day, reason, is_final } = entry.failure
    return createElement(
      'li',
      { class: 'missing' },
      createElement('span', { class: 'id' }, day),
      createElement(
        'span',
        { class: 'failed' },
        entry.kind === 'failed' ? 'No additional snapshot' : is_final ? 'No snapshot' : 'No snapshot yet',
      ),
      createElement('span', { class: 'reason' }, reason),
    )
  }
  const { id, date, hash } = entry.snapshot
  return createElement(
    'li',
    {},
    createElement('a', { class: 'id', href: `/proof/${id}` }, id),
    createElement('time', { datetime: date }, formatSnapshotTime(date)),
    createElement('code', {}, hash),
    createElement('a', { href: `/proof/${id}.json`, 'aria-label': `File of snapshot ${id}` }, 'File'),
  )
}

const drawState = (...words: (Node | string)[]) =>
  list?.replaceChildren(createElement('li', { class: 'state' }, ...words))

function showFailure(): void {
  const again = createElement('button', { type: 'button', class: 'link' }, 'Try again')
  again.addEventListener('click', () => void load())
  if (loaded.snapshots.length === 0) drawState('Snapshots could not be loaded. ', again)
  if (state) state.textContent = 'Snapshots could not be loaded.'
}

function show(response: SnapshotList): void {
  loaded = {
    snapshots: [...loaded.snapshots, ...response.snapshots],
    failures: [...loaded.failures, ...response.failures],
  }
  const entries = mergeSnapshotsAndFailures(loaded)
  if (entries.length === 0) drawState('No snapshots yet. The first will be taken at 00:05 UTC.')
  else list?.replaceChildren(...entries.map(drawEntry))
  const days = entries.map((entry) =>
    entry.kind === 'snapshot' ? entry.snapshot.id.slice(0, 10) : entry.failure.day,
  )
  before = days.sort()[0] ?? before
  if (earlier) earlier.hidden = !response.has_earlier
  if (key) key.textContent = response.public_key
  if (state) state.textContent = `${countEntries(entries)} listed.`
  const [newest] = loaded.snapshots
  for (const place of newest ? document.querySelectorAll('[data-newest]') : [])
    place.textContent = `${newest?.id}.json`
}

async function load(): Promise<void> {
  if (earlier) earlier.disabled = true
  try {
    const response = await fetch(`${API_BASE}/proof${before ? `?before=${before}` : ''}`)
    if (response.ok) show((await response.json()) as SnapshotList)
    else showFailure()
  } catch {
    showFailure()
  } finally {
    if (earlier) earlier.disabled = false
    list?.setAttribute('aria-busy', 'false')
  }
}

earlier?.addEventListener('click', () => void load())
void load()
