/** The page that checks proofs and files. It is one file: saved, it does the same without a network. */
import { isSavedPage } from '#core/proof/published'
import { DamagedFile } from '#shared/proof/damage'
import { isHead, NO_HEAD } from '#shared/proof/heads'
import { isPublicKey, NO_KEY } from '#shared/proof/keys'
import { describeProof, describeSnapshot, GIVE_KEY } from '#shared/proof/report'
import { checkSignedFile } from '#shared/proof/signed-file'
import { keepFiles } from './chosen-files.ts'
import { drawKeys } from './draw-keys.ts'
import { make } from './elements.ts'
import { type ChosenFile, type Evidence, findKnown, gather, isDocument, readChosen } from './evidence.ts'
import { type Comparison, type FileVerdict, judgeEnteredHash, judgeHash, judgeHead } from './judge-file.ts'
import { readPublishedFiles } from './published-files.ts'
import { drawReport, drawVerdict } from './report-view.ts'

/** Larger files are not read: none of ours is. */
const MAX_BYTES = 200_000_000

/** An element of the page, which has all of them. */
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

/** Counts the runs, so that an earlier one that ends late draws nothing. */
let run = 0

const entered = (field: HTMLInputElement): string | undefined => field.value.trim().toLowerCase() || undefined

/** Says beside a field what is wrong with its text. Returns whether it can be used. */
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
    checkField(ownKey, isPublicKey, `This is no key. ${NO_KEY}`),
    checkField(ownHash, isSha256, 'This is no SHA-256, which is 64 hexadecimal digits.'),
    checkField(ownHead, isHead, `This is no head. ${NO_HEAD}`),
  ].every(Boolean)

const drawFile = ({ state, title, text }: FileVerdict, hash: string, what = 'SHA-256'): HTMLElement =>
  make(
    'section',
    { class: 'report' },
    drawVerdict(state, title, text),
    make('p', { class: 'hash' }, `${what} `, make('code', {}, hash)),
  )

/** Whether a certificate or a statement was issued with a key: the published one, or an earlier one. */
async function checkIssued(file: File, { keys, ownKeys, whyNoKeys = '' }: Evidence): Promise<FileVerdict> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let said = ''
  for (const { key } of keys ?? ownKeys) {
    const { ok, text } = await checkSignedFile(bytes, key)
    if (ok)
      return keys
        ? { state: 'holds', title: 'The file was issued and not changed', text: `${text} The key is ${key}.` }
        : {
            state: 'open',
            title: 'Signed with the key of your proof',
            text: `${text} The key, ${key}, was not compared with the published one. ${whyNoKeys}`,
          }
    said = text
  }
  return keys
    ? { state: 'fails', title: 'The signature of the file does not hold', text: said }
    : {
        state: 'open',
        title: 'A key is needed',
        text: `The file is signed, as certificates of holding and statements are. ${whyNoKeys || GIVE_KEY}`,
      }
}

/** Draws what is said of one file. Throws what the checks throw. */
async function drawChosen(
  file: File,
  { content, damage, sha256, isIssued }: ChosenFile,
  { evidence, comparison }: { evidence: Evidence; comparison: Comparison },
): Promise<HTMLElement> {
  if (damage) throw damage
  if (content?.kind === 'keys') return drawKeys(content.keys, evidence)
  if (content?.kind === 'proof')
    return drawReport(await describeProof(content.file, await findKnown(content.file.snapshot, evidence)))
  if (content) {
    const { keys, ...known } = await findKnown(content.snapshot, evidence)
    return keys
      ? drawReport(await describeSnapshot(content.snapshot, { ...known, keys }))
      : drawVerdict('open', 'A key is needed', known.whyNoKeys ?? `A snapshot names no key. ${GIVE_KEY}`)
  }
  return drawFile(isIssued ? await checkIssued(file, evidence) : judgeHash(sha256, comparison), sha256)
}

function explain({ name }: File, error: unknown): HTMLElement {
  if (error instanceof DamagedFile)
    return drawVerdict(
      'fails',
      'The file is not as the format says',
      `${error.message} The reason is called ‘${error.reason}’.`,
    )
  if (error instanceof DOMException && error.name === 'NotSupportedError')
    return drawVerdict(
      'open',
      'This browser cannot check it',
      'It has no Ed25519. A current version of any large browser has, and so has the terminal.',
    )
  return error instanceof RangeError
    ? drawVerdict('open', 'Too large', error.message)
    : drawVerdict('open', 'Not read', `${name} could not be read. Choose it again.`)
}

async function read(file: File): Promise<ChosenFile> {
  if (file.size > MAX_BYTES) throw new RangeError(`${file.name} is larger than 200 MB and was not read.`)
  return readChosen(file)
}

const drawArticle = (name: string, result: HTMLElement) =>
  make('article', {}, make('p', { class: 'file' }, name), result)

/** Draws what is said of the hash and the head that the reader entered. */
async function drawEntered(
  { hash, head }: Record<'hash' | 'head', string | undefined>,
  files: readonly ChosenFile[],
  comparison: Comparison,
): Promise<HTMLElement[]> {
  const draw = (what: string, text: string, verdict: FileVerdict) =>
    drawArticle(`The ${what} that you entered`, drawFile(verdict, text, what))
  return [
    ...(hash ? [draw('SHA-256', hash, judgeEnteredHash(hash, files, comparison))] : []),
    ...(head ? [draw('head', head, await judgeHead(head, comparison))] : []),
  ]
}

/** Draws a result for each hash or head that was entered, and for each file. */
async function drawAll(files: readonly File[]): Promise<HTMLElement[]> {
  // As they are now: they may be changed while the files are read.
  const [key, hash, head] = fields.map(entered)
  const tried: { file: File; read: ChosenFile | undefined; error?: unknown }[] = []
  for (const file of files)
    tried.push(
      await read(file).then(
        (found) => ({ file, read: found }),
        (error: unknown) => ({ file, read: undefined, error }),
      ),
    )
  const chosen = tried.flatMap((each) => each.read ?? [])
  const isListNeeded = [hash, head].some(Boolean) || chosen.some(isDocument)
  const evidence = await gather(chosen, { key, isListNeeded })
  const comparison = {
    published: isListNeeded ? await readPublishedFiles() : undefined,
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
    // With a wrong key every proof would seem to fail.
    const text = 'Correct the key, the hash or the head that you entered, or empty the field.'
    results.replaceChildren(drawVerdict('open', 'Nothing was checked', text))
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

const kept = keepFiles(find('chosen'), {
  input,
  // On a phone the results are below what is chosen.
  changed: () => void show().then(() => results.scrollIntoView({ block: 'nearest' })),
  restart: () => {
    for (const field of fields) field.value = ''
  },
})

input.addEventListener('change', () => {
  kept.add(input.files ?? [])
  // The same file may be chosen again after it was changed.
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
  // Links lead to the site that the page was saved from; nowhere where its build did not know the address.
  const site = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? ''
  for (const link of document.querySelectorAll('a[href^="/"]')) {
    if (URL.canParse(site)) link.setAttribute('href', new URL(link.getAttribute('href') ?? '', site).href)
    else link.removeAttribute('href')
  }
}
