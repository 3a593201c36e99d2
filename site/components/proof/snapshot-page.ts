/** The page of one snapshot: its values, and the checks that need no investor's proof. */
import { API_BASE } from '#contract/request-url'
import { fetchPublishedFacts, type PublishedFacts } from '#core/proof/published-proof-data'
import { formatUnitsWithSeparators } from '#shared/proof/byte-encoding'
import { createSnapshotReport } from '#shared/proof/proof-report'
import { hashSnapshot, type Snapshot, type SnapshotSeries } from '#shared/proof/snapshot'
import { toSeriesCode } from '#shared/series-code'
import { createElement } from './create-element.ts'
import { renderProofReport, renderVerdict } from './render-report.ts'
import { formatSnapshotTime } from './snapshot-list.ts'

const root = document.querySelector<HTMLElement>('[data-snapshot-page]')
const id = decodeURIComponent(location.pathname.split('/')[2] ?? '')
const place = root?.querySelector<HTMLElement>('[data-snapshot]')

function write(name: string, text: string): void {
  for (const element of root?.querySelectorAll(`[data-text="${name}"]`) ?? []) element.textContent = text
}

const code = (text: string) => createElement('code', {}, text)
const pairs = (...lines: [string, Node | string][]) =>
  createElement(
    'dl',
    { class: 'values' },
    ...lines.map(([name, value]) =>
      createElement('div', {}, createElement('dt', {}, name), createElement('dd', {}, value)),
    ),
  )

/** One line for each document; earlier snapshots name none. */
function drawDocuments(hashes: readonly string[] | undefined): Node | string {
  if (!hashes) return 'not recorded in this snapshot'
  return hashes.length === 0 ? 'none' : createElement('span', { class: 'lines' }, ...hashes.map(code))
}

const drawSeries = (series: SnapshotSeries) =>
  createElement(
    'section',
    {},
    createElement(
      'h3',
      {},
      createElement('a', { href: `/tokens/${toSeriesCode(series.symbol)}` }, series.symbol),
    ),
    pairs(
      ['Units in issue', formatUnitsWithSeparators(series.units_in_issue)],
      ['Units in custody', formatUnitsWithSeparators(series.units_held)],
      ['Leaves (including padding)', series.leaves.toLocaleString('en-US')],
      ['Root', code(series.root)],
      ['Attestation SHA-256', series.attestation_sha256 ? code(series.attestation_sha256) : 'none in force'],
      ['Register commitment', series.register_head ? code(series.register_head) : 'no entries yet'],
      ['Document SHA-256', drawDocuments(series.documents_sha256)],
    ),
  )

async function check(snapshot: Snapshot, known: PublishedFacts): Promise<HTMLElement> {
  const { keys } = known
  if (!keys)
    return renderVerdict(
      'open',
      'Not checked',
      'The published key could not be loaded. Reload the page to verify.',
    )
  try {
    return renderProofReport(await createSnapshotReport(snapshot, { ...known, keys }))
  } catch {
    return renderVerdict('open', 'Not checked', 'This browser does not support Ed25519 signatures.')
  }
}

async function show(snapshot: Snapshot): Promise<void> {
  write('id', snapshot.id)
  write(
    'lede',
    `Taken on ${formatSnapshotTime(snapshot.date)}, signed and published. Keep a copy to detect any later change.`,
  )
  document.title = document.title.replace('Snapshot', () => `Snapshot ${snapshot.id}`)
  const download = root?.querySelector<HTMLAnchorElement>('[data-download]')
  const actions = root?.querySelector<HTMLElement>('[data-actions]')
  if (download) download.href = `/proof/${snapshot.id}.json`
  if (actions) actions.hidden = false
  const known = await fetchPublishedFacts(snapshot)
  const { previous } = known
  const report = await check(snapshot, known)
  const before = !snapshot.previous_hash
    ? previous === null
      ? 'none (first snapshot)'
      : 'none'
    : previous
      ? createElement(
          'span',
          {},
          createElement('a', { href: `/proof/${previous.id}` }, previous.id),
          ' ',
          code(snapshot.previous_hash),
        )
      : code(snapshot.previous_hash)
  place?.replaceChildren(
    createElement(
      'div',
      { class: 'proof-part' },
      createElement('h2', {}, 'Verified in your browser'),
      report,
    ),
    createElement(
      'div',
      { class: 'proof-part' },
      createElement('h2', {}, 'Series'),
      createElement('div', { class: 'rooted' }, ...snapshot.series.map(drawSeries)),
    ),
    createElement(
      'div',
      { class: 'proof-part' },
      createElement('h2', {}, 'Chain and signature'),
      pairs(
        ['Previous snapshot', before],
        ['Hash of this snapshot', code(await hashSnapshot(snapshot))],
        ['Audit log commitment', snapshot.audit_head ? code(snapshot.audit_head) : 'no entries yet'],
        ['Signature', code(snapshot.signature)],
      ),
    ),
  )
}

/** A valid snapshot name; the server is not asked for any other. */
const ID = /^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$/
const MISSING = 'Snapshot not found. All snapshots are listed on the Proof page.'

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
    write('lede', response.status === 404 ? MISSING : 'The snapshot could not be loaded. Reload the page.')
  } catch {
    write('lede', 'The snapshot could not be loaded. Reload the page.')
  }
}

if (root) void load()
