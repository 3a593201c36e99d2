/** The page that verifies proofs and files. It is a single file, which also works offline when saved. */
import { isSavedPage } from '#core/proof/published-proof-data'
import { INVALID_HEAD_MESSAGE, isChainHead } from '#shared/proof/head-commitment'
import { MalformedFileError } from '#shared/proof/malformed-file'
import { createProofReport, createSnapshotReport, ENTER_KEY_HINT } from '#shared/proof/proof-report'
import { INVALID_KEY_MESSAGE, isPublicKey } from '#shared/proof/published-keys'
import { checkSignedFile } from '#shared/proof/signed-file'
import {
  type Comparison,
  compareEnteredHash,
  compareHash,
  compareHead,
  type FileComparisonResult,
} from './compare-file.ts'
import {
  type ComparisonSources,
  collectComparisonSources,
  findComparisonData,
  isDocument,
  readSelectedFile,
  type SelectedFile,
} from './comparison-sources.ts'
import { createElement } from './create-element.ts'
import { fetchPublishedFiles } from './published-files.ts'
import { renderKeys } from './render-keys.ts'
import { renderProofReport, renderVerdict } from './render-report.ts'
import { initSelectedFiles } from './selected-files.ts'

/** Larger files are not read; none of ours is larger. */
const MAX_BYTES = 200_000_000

/** An element that the page is known to contain. */
const find = <Kind extends HTMLElement>(name: string) =>
  document.querySelector<Kind>(`[data-${name}]`) as Kind
const area = find('drop')
const input = find<HTMLInputElement>('file')
const results = find('results')
const status = find('status')
const ownKey = find<HTMLInputElement>('key')
const ownHash = find<HTMLInputElement>('hash')
const ownHead = find<HTMLInputElement>('head')
const fields = [ownKey, ownHash, ownHead]

/** Counts the runs, so that an earlier run that ends late renders nothing. */
let run = 0

const entered = (field: HTMLInputElement): string | undefined => field.value.trim().toLowerCase() || undefined

/** Shows a field's error beside it. Returns whether the field can be used. */
function checkField(field: HTMLInputElement, isRight: (text: string) => boolean, sentence: string): boolean {
  const text = entered(field)
  const isUsable = text === undefined || isRight(text)
  const note = field.parentElement?.querySelector('[data-problem]')
  field.setAttribute('aria-invalid', String(!isUsable))
  if (note) note.textContent = isUsable ? '' : sentence
  return isUsable
}

const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text)

const areFieldsRight = (): boolean =>
  [
    checkField(ownKey, isPublicKey, `Not a valid key. ${INVALID_KEY_MESSAGE}`),
    checkField(ownHash, isSha256, 'Enter a SHA-256 hash (64 hexadecimal digits).'),
    checkField(ownHead, isChainHead, `Not a valid head. ${INVALID_HEAD_MESSAGE}`),
  ].every(Boolean)

const drawFile = (
  { state, title, text }: FileComparisonResult,
  hash: string,
  what = 'SHA-256',
): HTMLElement =>
  createElement(
    'section',
    { class: 'report' },
    renderVerdict(state, title, text),
    createElement('p', { class: 'hash' }, `${what} `, createElement('code', {}, hash)),
  )

/** Whether a certificate or statement was issued with a known key: the published one, or an earlier one. */
async function checkIssued(
  file: File,
  { keys, ownKeys, whyNoKeys = '' }: ComparisonSources,
): Promise<FileComparisonResult> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let said = ''
  for (const { key } of keys ?? ownKeys) {
    const { ok, text } = await checkSignedFile(bytes, key)
    if (ok)
      return keys
        ? { state: 'holds', title: 'Authentic and unaltered', text: `${text} The key is ${key}.` }
        : {
            state: 'open',
            title: 'Signed with the key of your proof',
            text: `${text} Key ${key} was not compared with the published key. ${whyNoKeys}`,
          }
    said = text
  }
  return keys
    ? { state: 'fails', title: 'Invalid signature', text: said }
    : {
        state: 'open',
        title: 'Key required',
        text: `This is a signed file, such as a certificate of holding or a statement. ${whyNoKeys || ENTER_KEY_HINT}`,
      }
}

/** Renders the result for one file. Throws whatever the checks throw. */
async function drawChosen(
  file: File,
  { content, damage, sha256, isIssued }: SelectedFile,
  { evidence, comparison }: { evidence: ComparisonSources; comparison: Comparison },
): Promise<HTMLElement> {
  if (damage) throw damage
  if (content?.kind === 'keys') return renderKeys(content.keys, evidence)
  if (content?.kind === 'proof')
    return renderProofReport(
      await createProofReport(content.file, await findComparisonData(content.file.snapshot, evidence)),
    )
  if (content) {
    const { keys, ...known } = await findComparisonData(content.snapshot, evidence)
    return keys
      ? renderProofReport(await createSnapshotReport(content.snapshot, { ...known, keys }))
      : renderVerdict(
          'open',
          'Key required',
          known.whyNoKeys ?? `Snapshots do not include a key. ${ENTER_KEY_HINT}`,
        )
  }
  return drawFile(isIssued ? await checkIssued(file, evidence) : compareHash(sha256, comparison), sha256)
}

function explain({ name }: File, error: unknown): HTMLElement {
  if (error instanceof MalformedFileError)
    return renderVerdict('fails', 'Invalid file format', `${error.message} Error code: ${error.reason}.`)
  if (error instanceof DOMException && error.name === 'NotSupportedError')
    return renderVerdict(
      'open',
      'Browser not supported',
      'This browser does not support Ed25519. Use an up-to-date browser or the command line.',
    )
  return error instanceof RangeError
    ? renderVerdict('open', 'File too large', error.message)
    : renderVerdict('open', 'File not read', `${name} could not be read. Choose the file again.`)
}

async function read(file: File): Promise<SelectedFile> {
  if (file.size > MAX_BYTES) throw new RangeError(`${file.name} exceeds the 200 MB limit.`)
  return readSelectedFile(file)
}

const drawArticle = (name: string, result: HTMLElement) =>
  createElement('article', {}, createElement('p', { class: 'file' }, name), result)

/** Renders the results for the hash and head entered by the reader. */
async function drawEntered(
  { hash, head }: Record<'hash' | 'head', string | undefined>,
  files: readonly SelectedFile[],
  comparison: Comparison,
): Promise<HTMLElement[]> {
  const draw = (what: string, text: string, verdict: FileComparisonResult) =>
    drawArticle(`The ${what} that you entered`, drawFile(verdict, text, what))
  return [
    ...(hash ? [draw('SHA-256', hash, compareEnteredHash(hash, files, comparison))] : []),
    ...(head ? [draw('head', head, await compareHead(head, comparison))] : []),
  ]
}

/** Renders a result for each entered hash or head, and for each file. */
async function drawAll(files: readonly File[]): Promise<HTMLElement[]> {
  // A copy, because they may be changed while the files are read.
  const [key, hash, head] = fields.map(entered)
  const tried: { file: File; read: SelectedFile | undefined; error?: unknown }[] = []
  for (const file of files)
    tried.push(
      await read(file).then(
        (found) => ({ file, read: found }),
        (error: unknown) => ({ file, read: undefined, error }),
      ),
    )
  const chosen = tried.flatMap((each) => each.read ?? [])
  const isListNeeded = [hash, head].some(Boolean) || chosen.some(isDocument)
  const evidence = await collectComparisonSources(chosen, { key, isListNeeded })
  const comparison = {
    published: isListNeeded ? await fetchPublishedFiles() : undefined,
    snapshots: evidence.snapshots.flatMap(({ isInOrder, snapshot }) => (isInOrder ? [snapshot] : [])),
    hashes: evidence.snapshots.map(({ snapshot: { id }, hash }) => ({ id, hash })),
    isKeyKnown: evidence.keys !== undefined,
  }
  const drawn = await drawEntered({ hash, head }, chosen, comparison)
  for (const { file, read: found, error } of tried) {
    const result = found
      ? await drawChosen(file, found, { evidence, comparison }).catch((failure) => explain(file, failure))
      : explain(file, error)
    drawn.push(drawArticle(file.name, result))
  }
  return drawn
}

async function show(): Promise<void> {
  const isRight = areFieldsRight()
  const files = kept.all()
  const mine = ++run
  if (!isRight) {
    // With a wrong key, every proof would seem to fail.
    const text = 'Correct or clear the key, hash or head you entered.'
    results.replaceChildren(renderVerdict('open', 'Nothing was checked', text))
    status.textContent = `Nothing was checked. ${text}`
    return
  }
  status.textContent = files.length > 0 ? `Checking ${files.map(({ name }) => name).join(', ')} …` : ''
  const drawn = await drawAll(files)
  if (mine !== run) return
  results.replaceChildren(...drawn)
  status.textContent = drawn
    .map((each) => `${each.querySelector('.file')?.textContent}: ${each.querySelector('h2')?.textContent}.`)
    .join(' ')
}

const kept = initSelectedFiles(find('chosen'), {
  input,
  // On a phone, the results are below the selection.
  changed: () => void show().then(() => results.scrollIntoView({ block: 'nearest' })),
  restart: () => {
    for (const field of fields) field.value = ''
  },
})

input.addEventListener('change', () => {
  kept.add(input.files ?? [])
  // The same file may be selected again after it was changed.
  input.value = ''
})
for (const field of fields) field.addEventListener('input', () => void show())
area.addEventListener('dragover', (event) => {
  event.preventDefault()
  area.dataset.over = ''
})
area.addEventListener('dragleave', () => delete area.dataset.over)
area.addEventListener('drop', (event) => {
  event.preventDefault()
  delete area.dataset.over
  kept.add(event.dataTransfer?.files ?? [])
})

if (isSavedPage()) {
  document.documentElement.dataset.saved = ''
  // Links lead to the site that the page was saved from; they are removed if its build did not know the URL.
  const site = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? ''
  for (const link of document.querySelectorAll('a[href^="/"]')) {
    if (URL.canParse(site)) link.setAttribute('href', new URL(link.getAttribute('href') ?? '', site).href)
    else link.removeAttribute('href')
  }
}
