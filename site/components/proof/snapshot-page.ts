/** The page of one snapshot: its values, and the checks that need nobody's proof. */
import { API_BASE } from '#contract/call'
import { type PublishedFacts, readPublished } from '#core/proof/published'
import { groupUnits } from '#shared/proof/bytes'
import { describeSnapshot } from '#shared/proof/report'
import { hashSnapshot, type Snapshot, type SnapshotSeries } from '#shared/proof/snapshot'
import { codeOf } from '#shared/series-code'
import { make } from './elements.ts'
import { drawReport, drawVerdict } from './report-view.ts'
import { printMoment } from './snapshot-list.ts'

const root = document.querySelector<HTMLElement>('[data-snapshot-page]')
const id = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const place = root?.querySelector<HTMLElement>('[data-snapshot]')

function write(name: string, text: string): void {
  for (const element of root?.querySelectorAll(`[data-text="${name}"]`) ?? []) element.textContent = text
}

const code = (text: string) => make('code', {}, text)
const pairs = (...lines: [string, Node | string][]) =>
  make(
    'dl',
    { class: 'values' },
    ...lines.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
  )

/** One line for each document; earlier snapshots name none. */
function drawDocuments(hashes: readonly string[] | undefined): Node | string {
  if (!hashes) return 'not named in this snapshot'
  return hashes.length === 0 ? 'none' : make('span', { class: 'lines' }, ...hashes.map(code))
}

const drawSeries = (series: SnapshotSeries) =>
  make(
    'section',
    {},
    make('h3', {}, make('a', { href: `/tokens/${codeOf(series.symbol)}` }, series.symbol)),
    pairs(
      ['Units in issue', groupUnits(series.units_in_issue)],
      ['Units held', groupUnits(series.units_held)],
      ['Leaves, padding included', series.leaves.toLocaleString('en-US')],
      ['Root', code(series.root)],
      [
        'SHA-256 of the attestation',
        series.attestation_sha256 ? code(series.attestation_sha256) : 'none in force',
      ],
      ['Commitment to its register', series.register_head ? code(series.register_head) : 'no entry yet'],
      ['SHA-256 of the documents', drawDocuments(series.documents_sha256)],
    ),
  )

async function check(snapshot: Snapshot, known: PublishedFacts): Promise<HTMLElement> {
  const { keys } = known
  if (!keys)
    return drawVerdict(
      'open',
      'Not checked',
      'The published key could not be loaded. Load the page again to check.',
    )
  try {
    return drawReport(await describeSnapshot(snapshot, { ...known, keys }))
  } catch {
    return drawVerdict('open', 'Not checked', 'This browser has no Ed25519 to check the signature with.')
  }
}

async function show(snapshot: Snapshot): Promise<void> {
  write('id', snapshot.id)
  write(
    'lede',
    `Taken on ${printMoment(snapshot.date)}, signed and published. A copy of it that you keep shows any change.`,
  )
  document.title = document.title.replace('Snapshot', () => `Snapshot ${snapshot.id}`)
  const download = root?.querySelector<HTMLAnchorElement>('[data-download]')
  const actions = root?.querySelector<HTMLElement>('[data-actions]')
  if (download) download.href = `/proof/${snapshot.id}.json`
  if (actions) actions.hidden = false
  const known = await readPublished(snapshot)
  const { previous } = known
  const report = await check(snapshot, known)
  const before = !snapshot.previous_hash
    ? previous === null
      ? 'none: it is the first'
      : 'none'
    : previous
      ? make(
          'span',
          {},
          make('a', { href: `/proof/${previous.id}` }, previous.id),
          ' ',
          code(snapshot.previous_hash),
        )
      : code(snapshot.previous_hash)
  place?.replaceChildren(
    make('div', { class: 'proof-part' }, make('h2', {}, 'Checked in your browser'), report),
    make(
      'div',
      { class: 'proof-part' },
      make('h2', {}, 'Series'),
      make('div', { class: 'rooted' }, ...snapshot.series.map(drawSeries)),
    ),
    make(
      'div',
      { class: 'proof-part' },
      make('h2', {}, 'Chain and signature'),
      pairs(
        ['Snapshot before', before],
        ['Hash of this snapshot', code(await hashSnapshot(snapshot))],
        ['Commitment to the audit log', snapshot.audit_head ? code(snapshot.audit_head) : 'no entry yet'],
        ['Signature', code(snapshot.signature)],
      ),
    ),
  )
}

/** What a snapshot is called: the server is asked for no other name. */
const ID = /^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$/
const MISSING = 'There is no snapshot of this name. All snapshots are listed on the page of the proof.'

async function load(): Promise<void> {
  if (!ID.test(id)) {
    write('id', '')
    return write('lede', MISSING)
  }
  write('lede', 'Loading the snapshot …')
  try {
    const response = await fetch(`${API_BASE}/proof/${encodeURIComponent(id)}`)
    if (response.ok) return await show((await response.json()) as Snapshot)
    write('id', '')
    write(
      'lede',
      response.status === 404 ? MISSING : 'The snapshot could not be loaded. Load the page again.',
    )
  } catch {
    write('lede', 'The snapshot could not be loaded. Load the page again.')
  }
}

if (root) void load()
