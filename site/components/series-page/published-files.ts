/** A series' published files, listed with their hashes, which a reader can compare a file with. */
import { formatBytes } from '#core/format/file-size'
import { formatDay, type SeriesFigures } from './series-figures.ts'

export interface PublishedFile {
  name: string
  sha256: string
}

/** Every hash that a file of the series can be compared with. */
export function listPublished(data: SeriesFigures): PublishedFile[] {
  const attestation = data.series.attestation
  return [
    ...data.documents.map(({ title, version, sha256 }) => ({ name: `${title}, version ${version}`, sha256 })),
    ...(attestation
      ? [{ name: `the attestation of ${formatDay(attestation.as_of)}`, sha256: attestation.sha256 }]
      : []),
  ]
}

/** Separate from the texts of other pages, which would be one more file to load. */
const sentence = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')

function drawLink(url: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = url
  link.textContent = text
  return link
}

function drawSmall(text: string, className = ''): HTMLElement {
  const small = document.createElement('small')
  small.textContent = text
  small.className = className
  return small
}

function drawRow(file: SeriesFigures['documents'][number]): HTMLTableRowElement {
  const row = document.createElement('tr')
  const name = document.createElement('th')
  name.scope = 'row'
  name.append(drawLink(file.url, file.title), drawSmall(sentence(file.kind)))
  row.append(name)
  for (const [label, text, kind] of [
    ['Version', String(file.version), ''],
    ['Acknowledgment', file.must_acknowledge ? 'Required' : 'Not required', 'wide'],
    ['SHA-256', file.sha256, 'hash'],
    ['Size', formatBytes(file.size), 'align-right'],
  ] as const) {
    const cell = row.insertCell()
    cell.dataset.label = label
    cell.textContent = text
    cell.className = kind
  }
  return row
}

const noteOf = (data: SeriesFigures | null): string => {
  if (!data) return 'Published documents could not be loaded, so files cannot be verified.'
  return data.documents.length === 0
    ? 'No documents have been published for this series yet.'
    : 'Each version has its own permanent hash.'
}

let published: PublishedFile[] | null = null

/** What a file can currently be compared with; null until loaded. */
export const getPublishedFiles = (): PublishedFile[] | null => published

/** Lists the documents and links the attestation. */
export function renderPublishedFiles(root: ParentNode, data: SeriesFigures | null): void {
  published = data && listPublished(data)
  const documents = data?.documents ?? []
  const part = root.querySelector<HTMLElement>('[data-published]')
  if (part) part.hidden = documents.length === 0
  root.querySelector('[data-published-rows]')?.replaceChildren(...documents.map(drawRow))
  const note = root.querySelector('[data-published-note]')
  if (note) note.textContent = noteOf(data)
  const attestation = data?.series.attestation
  root
    .querySelector('[data-attestation-file]')
    ?.replaceChildren(
      ...(attestation
        ? [drawLink(attestation.url, 'Attestation (PDF)'), drawSmall(attestation.sha256, 'hash')]
        : ['–']),
    )
}
