/** The page that checks proofs and files. It is one file: saved, it does the same without a network. */
import { isSavedPage, readKeys, readSnapshotBefore } from '#core/proof/published'
import { type ReadFile, readProofFile } from '#shared/proof/read-file'
import { describeProof, describeSnapshot } from '#shared/proof/report'
import { checkSignedFile, endsInSignature } from '#shared/proof/signed-file'
import type { Snapshot } from '#shared/proof/snapshot'
import { sha256 } from '#shared/sha256'
import { make } from './elements.ts'
import { type FileVerdict, judgeHash } from './judge-file.ts'
import { readPublishedFiles } from './published-files.ts'
import { drawReport, drawVerdict } from './report-view.ts'

/** Larger files are not read: none of ours is. */
const MAX_BYTES = 200_000_000
/** A proof of many series is a few hundred kilobytes. */
const MAX_PROOF_BYTES = 20_000_000

const find = <Kind extends HTMLElement>(name: string) => document.querySelector<Kind>(`[data-${name}]`)
const area = find('drop')
const input = find<HTMLInputElement>('file')
const results = find('results')
const status = find('status')
const ownKey = find<HTMLInputElement>('key')
const ownHash = find<HTMLInputElement>('hash')

/** Snapshots of the chosen files: they name attestations, and one may be the snapshot before another. */
let snapshots: Snapshot[] = []
/** The key that a proof beside the other files names: a saved page has no other one. */
let keyOfProof: string | undefined
let chosen: File[] = []
/** Counts the runs, so that an earlier one that ends late draws nothing. */
let run = 0

const entered = (field: HTMLInputElement | null): string | undefined =>
  field?.value.trim().toLowerCase() || undefined

/** The key to compare with: the reader's own, or the published one, which may be an earlier one. */
async function knownKey(key?: string): Promise<string | undefined> {
  const own = entered(ownKey)
  if (own) return own
  const keys = await readKeys()
  return keys?.find((each) => each === key) ?? keys?.[0]
}

/** The snapshot before one: the published one, or in a saved page the newest earlier one of the chosen files. */
async function findSnapshotBefore(snapshot: Snapshot): Promise<Snapshot | undefined> {
  const published = await readSnapshotBefore(snapshot)
  if (published || !isSavedPage()) return published
  return snapshots
    .filter(({ date }) => date < snapshot.date)
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .at(0)
}

/** Remembers the snapshot of a file, which the checks of the others need. */
function noteSnapshot(text: string): void {
  let found: ReadFile | undefined
  try {
    found = readProofFile(text)
  } catch {
    // The check of the file itself says that it is damaged.
  }
  if (!found) return
  snapshots = [...snapshots, found.kind === 'proof' ? found.file.snapshot : found.snapshot]
  if (found.kind === 'proof') keyOfProof = found.file.key
}

async function checkJson(text: string): Promise<HTMLElement | undefined> {
  const found = readProofFile(text)
  if (!found) return undefined
  if (found.kind === 'proof') {
    const { file } = found
    const [key, previous] = await Promise.all([knownKey(file.key), findSnapshotBefore(file.snapshot)])
    return drawReport(await describeProof(file, { key, previous }))
  }
  const { snapshot } = found
  const [key, previous] = await Promise.all([knownKey(), findSnapshotBefore(snapshot)])
  if (!key)
    return drawVerdict(
      null,
      'A key is needed',
      'A snapshot does not hold the key that signed it. Enter the published key below.',
    )
  return drawReport(await describeSnapshot(snapshot, key, { key, previous }))
}

const drawFile = ({ isSame, title, text }: FileVerdict, hash: string): HTMLElement =>
  make(
    'section',
    { class: 'report' },
    drawVerdict(isSame, title, text),
    make('p', { class: 'hash' }, 'SHA-256 ', make('code', {}, hash)),
  )

/** Whether a certificate or a statement was issued with a key: the published one, or an earlier one. */
async function checkIssued(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileVerdict> {
  const own = entered(ownKey)
  const known = own ? [own] : await readKeys()
  const keys = known ?? (keyOfProof ? [keyOfProof] : [])
  for (const [at, key] of keys.entries()) {
    const { ok, text } = await checkSignedFile(bytes, key)
    if (ok && !known)
      return {
        isSame: null,
        title: 'Signed with the key of your proof',
        text: `${name}: ${text} The key, ${key}, was not compared with the published one.`,
      }
    if (ok || at === keys.length - 1)
      return {
        isSame: ok,
        title: ok ? 'The file was issued and not changed' : 'The signature of the file does not hold',
        text: `${name}: ${text} The key is ${key}.`,
      }
  }
  return {
    isSame: null,
    title: 'A key is needed',
    text: `${name} is signed, as certificates of holding and statements are. Enter the published key, or choose a proof of yours with it.`,
  }
}

async function checkBytes(name: string, buffer: ArrayBuffer): Promise<HTMLElement> {
  const bytes = new Uint8Array(buffer)
  const hash = await sha256(bytes)
  if (endsInSignature(bytes) && !entered(ownHash)) return drawFile(await checkIssued(name, bytes), hash)
  const published = entered(ownHash) ? undefined : await readPublishedFiles()
  return drawFile(judgeHash(name, hash, { hash: entered(ownHash), published, snapshots }), hash)
}

const readText = async (file: File): Promise<string | undefined> =>
  file.size <= MAX_PROOF_BYTES ? new TextDecoder().decode(await file.arrayBuffer()) : undefined

async function check(file: File): Promise<HTMLElement> {
  if (file.size > MAX_BYTES)
    return drawVerdict(null, 'Too large', `${file.name} is larger than 200 MB and was not read.`)
  const text = await readText(file)
  return (
    (text === undefined ? undefined : await checkJson(text)) ??
    checkBytes(file.name, await file.arrayBuffer())
  )
}

function explain(file: File, error: unknown): HTMLElement {
  if (error instanceof RangeError) return drawVerdict(false, 'The file is damaged', error.message)
  if (error instanceof DOMException && error.name === 'NotSupportedError')
    return drawVerdict(
      null,
      'This browser cannot check it',
      'It has no Ed25519. A current version of any large browser has, and so has the terminal.',
    )
  return drawVerdict(null, 'Not read', `${file.name} could not be read. Choose it again.`)
}

async function show(files: readonly File[]): Promise<void> {
  if (files.length === 0 || !results || !status) return
  const mine = ++run
  chosen = [...files]
  snapshots = []
  keyOfProof = undefined
  status.textContent = `Checking ${files.map(({ name }) => name).join(', ')} …`
  const drawn: HTMLElement[] = []
  for (const file of files) noteSnapshot((await readText(file).catch(() => undefined)) ?? '')
  for (const file of files) {
    const result = await check(file).catch((error: unknown) => explain(file, error))
    drawn.push(make('article', {}, make('p', { class: 'file' }, file.name), result))
  }
  if (mine !== run) return
  results.replaceChildren(...drawn)
  status.textContent = drawn
    .map((each) => `${each.querySelector('.file')?.textContent}: ${each.querySelector('h2')?.textContent}.`)
    .join(' ')
}

input?.addEventListener('change', () => {
  void show([...(input.files ?? [])])
  // The same file may be chosen again after it was changed.
  input.value = ''
})
for (const field of [ownKey, ownHash]) field?.addEventListener('change', () => void show(chosen))
area?.addEventListener('dragover', (event) => {
  event.preventDefault()
  area.dataset.over = ''
})
area?.addEventListener('dragleave', () => delete area.dataset.over)
area?.addEventListener('drop', (event) => {
  event.preventDefault()
  delete area.dataset.over
  void show([...(event.dataTransfer?.files ?? [])])
})

if (isSavedPage()) {
  document.documentElement.dataset.saved = ''
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
  // Links of the saved page lead to the site that it was saved from.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]'))
    if (canonical) link.href = new URL(link.getAttribute('href') ?? '', canonical).href
}
