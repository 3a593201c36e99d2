/** Published files of a series, and the check of a file against their hashes. The file does not leave the browser. */
import type { SeriesFigures } from './series-figures.ts'

interface PublishedFile {
  name: string
  sha256: string
}

/** Every hash that a file of the series can be compared with. */
export function listPublished(data: SeriesFigures): PublishedFile[] {
  const attestation = data.series.attestation
  return [
    ...data.documents.map(({ title, version, sha256 }) => ({ name: `${title}, version ${version}`, sha256 })),
    ...(attestation ? [{ name: `the attestation of ${attestation.as_of}`, sha256: attestation.sha256 }] : []),
  ]
}

interface Verdict {
  result: 'same' | 'other' | 'unknown'
  text: string
}

export function judgeFile(name: string, hash: string, published: readonly PublishedFile[] | null): Verdict {
  if (!published) {
    return {
      result: 'unknown',
      text: `The published hashes are not loaded. The SHA-256 of ${name} is ${hash}.`,
    }
  }
  const same = published.find(({ sha256 }) => sha256 === hash)
  return same
    ? { result: 'same', text: `✓ ${name} is ${same.name}. Its SHA-256 is ${hash}.` }
    : { result: 'other', text: `✗ ${name} is no current file of this series. Its SHA-256 is ${hash}.` }
}

/** SHA-256 as hexadecimal digits. Browsers offer it on HTTPS and on localhost. */
export async function hashFile(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const kilobytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

function drawRow({
  title,
  version,
  sha256,
  size,
  url,
}: SeriesFigures['documents'][number]): HTMLTableRowElement {
  const row = document.createElement('tr')
  const name = document.createElement('th')
  name.scope = 'row'
  const link = document.createElement('a')
  link.href = url
  link.textContent = title
  name.append(link)
  row.append(name)
  for (const [text, kind] of [
    [String(version)],
    [sha256, 'hash'],
    [kilobytes(size), 'align-right'],
  ] as const) {
    const cell = row.insertCell()
    cell.textContent = text
    if (kind) cell.className = kind
  }
  return row
}

let published: PublishedFile[] | null = null

/** Lists the files that the server has published. */
export function showPublished(data: SeriesFigures | null): void {
  published = data && listPublished(data)
  const part = document.querySelector<HTMLElement>('[data-published]')
  const note = document.querySelector('[data-published-note]')
  const documents = data?.documents ?? []
  if (!part || !note) return
  part.hidden = documents.length === 0
  part.querySelector('[data-published-rows]')?.replaceChildren(...documents.map(drawRow))
  if (!data)
    note.textContent = 'The published files could not be loaded. Without them a file cannot be compared.'
  else if (documents.length === 0) note.textContent = 'No file of this series has been published yet.'
  else note.textContent = 'The hash of a version never changes; another version has another one.'
}

export function startFileCheck(): void {
  const area = document.querySelector<HTMLElement>('[data-verify]')
  const input = area?.querySelector<HTMLInputElement>('input[type="file"]')
  const verdict = area?.querySelector<HTMLElement>('[data-verdict]')
  if (!area || !input || !verdict) return
  const check = async (file: File | undefined) => {
    if (!file) return
    delete verdict.dataset.result
    verdict.textContent = `Hashing ${file.name} …`
    try {
      const { result, text } = judgeFile(file.name, await hashFile(file), published)
      verdict.dataset.result = result
      verdict.textContent = text
    } catch {
      verdict.textContent = `${file.name} could not be read and hashed in this browser.`
    }
  }
  input.addEventListener('change', () => check(input.files?.[0]))
  area.addEventListener('dragover', (event) => {
    event.preventDefault()
    area.classList.add('over')
  })
  area.addEventListener('dragleave', () => area.classList.remove('over'))
  area.addEventListener('drop', (event) => {
    event.preventDefault()
    area.classList.remove('over')
    void check(event.dataTransfer?.files[0])
  })
}
