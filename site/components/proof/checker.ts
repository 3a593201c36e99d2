/** The page that checks proofs and files. It is one file: saved, it does the same without a network. */
import { isSavedPage, type PublishedFacts, readKeys, readPublished } from '#core/proof/published'
import { DamagedFile } from '#shared/proof/damage'
import { isPublicKey, type KnownKey, NO_KEY } from '#shared/proof/keys'
import { type ReadFile, readProofFile } from '#shared/proof/read-file'
import { describeProof, describeSnapshot, type Known } from '#shared/proof/report'
import { checkSignedFile, endsInSignature } from '#shared/proof/signed-file'
import { isSignedBy, type Snapshot } from '#shared/proof/snapshot'
import { sha256 } from '#shared/sha256'
import { make } from './elements.ts'
import { type FileVerdict, judgeHash } from './judge-file.ts'
import { readPublishedFiles } from './published-files.ts'
import { drawReport, drawVerdict } from './report-view.ts'

/** Larger files are not read: none of ours is. */
const MAX_BYTES = 200_000_000

const find = <Kind extends HTMLElement>(name: string) => document.querySelector<Kind>(`[data-${name}]`)
const area = find('drop')
const input = find<HTMLInputElement>('file')
const results = find('results')
const status = find('status')
const ownKey = find<HTMLInputElement>('key')
const ownHash = find<HTMLInputElement>('hash')
const ownHead = find<HTMLInputElement>('head')

/** What the chosen files tell about each other; a saved page has nothing else to compare with. */
interface Chosen {
  /** They name attestations, and one may be the one before another. Those that fail their signature are left out. */
  snapshots: Snapshot[]
  /** Those of them that are files of their own: a copy of a proof does not show that its snapshot is published. */
  files: Snapshot[]
  /** Of a file of keys; none where several files differ, of which one would vouch for anything. */
  keys?: KnownKey[]
  areKeysDifferent?: true
  /** The key that a proof names. */
  keyOfProof?: string
}
let beside: Chosen = { snapshots: [], files: [] }
let chosen: File[] = []
/** Counts the runs, so that an earlier one that ends late draws nothing. */
let run = 0

const entered = (field: HTMLInputElement | null): string | undefined =>
  field?.value.trim().toLowerCase() || undefined

/** Says beside a field what is wrong with its text. Returns whether it can be used. */
function checkField(
  field: HTMLInputElement | null,
  isRight: (text: string) => boolean,
  sentence: string,
): boolean {
  const text = entered(field)
  const isUsable = text === undefined || isRight(text)
  const note = field?.parentElement?.querySelector('[data-problem]')
  field?.setAttribute('aria-invalid', String(!isUsable))
  if (note) note.textContent = isUsable ? '' : sentence
  return isUsable
}

const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text)

const areFieldsRight = (): boolean =>
  [
    checkField(ownKey, isPublicKey, `This is no key. ${NO_KEY}`),
    checkField(ownHash, isSha256, 'This is no SHA-256, which is 64 hexadecimal digits.'),
    checkField(ownHead, isSha256, 'This is no head, which is 64 hexadecimal digits.'),
  ].every(Boolean)

/** The keys to compare with: the reader's own, the published ones, or where there are none those of a chosen file. */
async function findKeys(): Promise<KnownKey[] | undefined> {
  const own = entered(ownKey)
  return own ? [{ key: own }] : ((await readKeys()) ?? beside.keys)
}

/** Whether the keys to compare with are those of a chosen file. */
const areKeysChosen = (keys: readonly KnownKey[] | undefined) => keys !== undefined && keys === beside.keys

/** What there is to compare a snapshot with. */
async function findKnown(snapshot: Snapshot): Promise<Known> {
  const known: Partial<PublishedFacts> = isSavedPage() ? {} : await readPublished(snapshot)
  const others = beside.snapshots.filter((each) => each !== snapshot)
  const earlier = others
    .filter(({ date }) => date < snapshot.date)
    .toSorted((a, b) => b.date.localeCompare(a.date))
  const chosenBefore = isSavedPage() ? earlier[0] : undefined
  const keys = await findKeys()
  return {
    latest: known.latest,
    keys,
    areKeysGiven: areKeysChosen(keys),
    head: entered(ownHead),
    previous: known.previous ?? chosenBefore,
    isPublishedGiven: known.published === undefined,
    published:
      known.published === undefined
        ? beside.files.find((each) => each !== snapshot && each.id === snapshot.id)
        : known.published,
  }
}

/** Reads a file once; a damaged one is reported by its own check. */
const contents = new WeakMap<File, ReadFile | undefined>()

function noteKeys(keys: KnownKey[]): void {
  if (beside.areKeysDifferent) return
  if (beside.keys === undefined || JSON.stringify(beside.keys) === JSON.stringify(keys)) beside.keys ??= keys
  else {
    delete beside.keys
    beside.areKeysDifferent = true
  }
}

/** Remembers what a file holds, which the checks of the others need. */
async function note(file: File): Promise<void> {
  const found = readProofFile(new Uint8Array(await file.arrayBuffer()))
  contents.set(file, found)
  if (found?.kind === 'keys') noteKeys(found.keys)
  if (found?.kind === 'snapshot') {
    beside.snapshots.push(found.snapshot)
    beside.files.push(found.snapshot)
  }
  if (found?.kind !== 'proof') return
  beside.snapshots.push(found.file.snapshot)
  beside.keyOfProof = found.file.key
}

/** Leaves out the snapshots that no known key has signed; without one, that the proof's own key has not. */
async function keepSigned(): Promise<void> {
  const { keyOfProof } = beside
  const keys = (await findKeys()) ?? (keyOfProof ? [{ key: keyOfProof }] : [])
  const signed = new Set<Snapshot>()
  for (const snapshot of beside.snapshots)
    for (const { key } of keys) if (await isSignedBy(snapshot, key)) signed.add(snapshot)
  const isSigned = (snapshot: Snapshot) => signed.has(snapshot)
  beside = {
    ...beside,
    snapshots: beside.snapshots.filter(isSigned),
    files: beside.files.filter(isSigned),
  }
}

const listKeyTexts = (keys: readonly KnownKey[]) => keys.map(({ key }) => key).join(', ')

/** Compares a list of keys with the published one, where that can be read. */
async function drawKeys(keys: readonly KnownKey[]): Promise<HTMLElement> {
  const published = await readKeys()
  if (published) {
    const others = keys.filter(({ key }) => !published.some((each) => each.key === key))
    return others.length > 0
      ? drawVerdict(
          'fails',
          'Not the keys that are published here',
          `This site does not publish ${listKeyTexts(others)}, but ${listKeyTexts(published)}. The other files were compared with the published keys. If you kept this list from here, ask why it has changed.`,
        )
      : drawVerdict(
          'holds',
          'The keys are published here',
          `This site publishes ${listKeyTexts(keys)}. The other files were compared with its own list.`,
        )
  }
  return beside.areKeysDifferent
    ? drawVerdict(
        'fails',
        'Lists of keys that differ',
        'You chose several, so that none of them is used. Choose the one that the site publishes.',
      )
    : drawVerdict(
        'open',
        'Public keys',
        `Files that are chosen together are compared with these keys: ${listKeyTexts(keys)}. Anybody can make such a list: it counts as far as you know where it is from.`,
      )
}

async function drawContent(found: ReadFile): Promise<HTMLElement> {
  if (found.kind === 'proof')
    return drawReport(await describeProof(found.file, await findKnown(found.file.snapshot)))
  if (found.kind === 'keys') return drawKeys(found.keys)
  const { keys, ...known } = await findKnown(found.snapshot)
  return keys
    ? drawReport(await describeSnapshot(found.snapshot, { ...known, keys }))
    : drawVerdict(
        'open',
        'A key is needed',
        'A snapshot does not hold the key that signed it. Enter the published key below, or choose the file of it too.',
      )
}

const drawFile = ({ state, title, text }: FileVerdict, hash: string): HTMLElement =>
  make(
    'section',
    { class: 'report' },
    drawVerdict(state, title, text),
    make('p', { class: 'hash' }, 'SHA-256 ', make('code', {}, hash)),
  )

/** Whether a certificate or a statement was issued with a key: the published one, or an earlier one. */
async function checkIssued(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<FileVerdict> {
  const known = await findKeys()
  const { keyOfProof } = beside
  const keys = known ?? (keyOfProof ? [{ key: keyOfProof }] : [])
  for (const [at, { key }] of keys.entries()) {
    const { ok, text } = await checkSignedFile(bytes, key)
    if (ok && !known)
      return {
        state: 'open',
        title: 'Signed with the key of your proof',
        text: `${name}: ${text} The key, ${key}, was not compared with the published one.`,
      }
    if (ok || at === keys.length - 1)
      return {
        state: ok ? 'holds' : 'fails',
        title: ok ? 'The file was issued and not changed' : 'The signature of the file does not hold',
        text: `${name}: ${text} The key is ${key}.`,
      }
  }
  return {
    state: 'open',
    title: 'A key is needed',
    text: `${name} is signed, as certificates of holding and statements are. Enter the published key, or choose a proof of yours with it.`,
  }
}

async function checkBytes(name: string, buffer: ArrayBuffer): Promise<HTMLElement> {
  const bytes = new Uint8Array(buffer)
  const hash = await sha256(bytes)
  if (endsInSignature(bytes) && !entered(ownHash)) return drawFile(await checkIssued(name, bytes), hash)
  const published = entered(ownHash) ? undefined : await readPublishedFiles()
  return drawFile(
    judgeHash(name, hash, {
      hash: entered(ownHash),
      published,
      snapshots: beside.snapshots,
      isKeyKnown: (await findKeys()) !== undefined,
    }),
    hash,
  )
}

async function check(file: File): Promise<HTMLElement> {
  if (file.size > MAX_BYTES)
    return drawVerdict('open', 'Too large', `${file.name} is larger than 200 MB and was not read.`)
  if (!contents.has(file)) await note(file)
  const found = contents.get(file)
  return found ? drawContent(found) : checkBytes(file.name, await file.arrayBuffer())
}

function explain(file: File, error: unknown): HTMLElement {
  if (error instanceof DamagedFile)
    return drawVerdict(
      'fails',
      'The file is damaged',
      `${error.message} The reason is called ‘${error.reason}’.`,
    )
  if (error instanceof DOMException && error.name === 'NotSupportedError')
    return drawVerdict(
      'open',
      'This browser cannot check it',
      'It has no Ed25519. A current version of any large browser has, and so has the terminal.',
    )
  return drawVerdict('open', 'Not read', `${file.name} could not be read. Choose it again.`)
}

async function show(files: readonly File[]): Promise<void> {
  const isRight = areFieldsRight()
  chosen = [...files]
  if (files.length === 0 || !results || !status) return
  const mine = ++run
  if (!isRight) {
    // With a wrong key every proof would seem to fail.
    results.replaceChildren(
      drawVerdict(
        'open',
        'Nothing was checked',
        'Correct the key, the hash or the head that you entered, or empty the field.',
      ),
    )
    status.textContent = 'Nothing was checked: what you entered is no key, no hash or no head.'
    return
  }
  beside = { snapshots: [], files: [] }
  status.textContent = `Checking ${files.map(({ name }) => name).join(', ')} …`
  const drawn: HTMLElement[] = []
  for (const file of files) if (file.size <= MAX_BYTES) await note(file).catch(() => undefined)
  // A browser without Ed25519 says so at each file.
  await keepSigned().catch(() => {
    beside = { ...beside, snapshots: [], files: [] }
  })
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
for (const field of [ownKey, ownHash, ownHead]) field?.addEventListener('change', () => void show(chosen))
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
