/** Writes the ZIP file of an export piece by piece, with one batch of rows in memory. */
import { open } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { exportCsv, formatBoolean, toCsvDecimal } from '#common/csv'
import type { FileBody } from '#common/file-types'
import { getUploadStorage } from '#common/upload-storage'
import { writeZip, type ZipEntry } from '#common/zip'
import { slowQueryDatabase } from '#db/connection'
import { seriesDocuments, seriesDocumentVersions } from '#db/schema/catalog/series'
import {
  countRows,
  type ExportSection,
  exportSections,
  isDecimal,
  listSectionRows,
  type SectionRow,
} from './export-sections.ts'

/** Rows in memory at a time. */
const BATCH = 1_000

const encoder = new TextEncoder()

/** Called with the percentage done after each batch. An error that it throws ends the work. */
type Report = (progress: number) => Promise<void>

const cellOf = (section: ExportSection, name: string, value: unknown) => {
  const field = section.fields[name]
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return formatBoolean(value)
  if (typeof value === 'number') return value
  // Nested, such as the answers of a verification.
  if (typeof value === 'object') return JSON.stringify(value)
  return field && isDecimal(field) ? toCsvDecimal(String(value)) : String(value)
}

/** The rows as a CSV file (RFC 4180). */
async function* writeCsv(section: ExportSection, read: ReadBatch): AsyncGenerator<Uint8Array> {
  const { chunks } = await exportCsv<SectionRow>({
    columns: Object.keys(section.fields).map((name) => [
      name,
      (row: SectionRow) => cellOf(section, name, row[name]),
    ]),
    count: async () => [{ total: 0 }],
    read,
  })
  yield* chunks
}

/** The rows as a JSON array, one per line. */
async function* writeJson(read: ReadBatch): AsyncGenerator<Uint8Array> {
  let last: SectionRow | undefined
  let separator = '[\n'
  do {
    const rows = await read(last, BATCH)
    const lines = rows.map(({ _key, ...row }) => JSON.stringify(row))
    if (lines.length > 0) yield encoder.encode(separator + lines.join(',\n'))
    if (lines.length > 0) separator = ',\n'
    last = rows.length === BATCH ? rows.at(-1) : undefined
  } while (last)
  yield encoder.encode(separator === '[\n' ? '[]\n' : '\n]\n')
}

type ReadBatch = (last: SectionRow | undefined, limit: number) => Promise<SectionRow[]>

const listAcknowledged = (userId: number) =>
  slowQueryDatabase()
    .select({
      filename: seriesDocumentVersions.filename,
      size: seriesDocumentVersions.file_size,
      title: seriesDocuments.title,
      version: seriesDocumentVersions.version,
      id: seriesDocumentVersions.id,
    })
    .from(seriesDocumentVersions)
    .innerJoin(seriesDocuments, eq(seriesDocuments.id, seriesDocumentVersions.document_id))
    .where(sql`${seriesDocumentVersions.id} in (
      select version_id from subscription_acknowledgements
      join subscriptions on subscriptions.id = subscription_id where subscriptions.user_id = ${userId})`)
    .orderBy(seriesDocumentVersions.id)

/** A file name that every system can store. */
const plain = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'document'

/** The bytes of a stored file, in pieces. */
export async function* streamFile(body: FileBody): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body
  else for await (const chunk of body.stream() as unknown as AsyncIterable<Uint8Array>) yield chunk
}

const readme = (counts: Map<ExportSection, number>, files: string[], madeAt: Date) =>
  [
    'Your data',
    '',
    `All data we hold about you, as of ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    '',
    'Each list is provided in two formats with the same fields: CSV for spreadsheets and JSON for software.',
    'Times are in UTC (ISO 8601). Amounts are in USD unless a column states otherwise.',
    '',
    ...[...counts].map(
      ([{ name, about }, rows]) =>
        `${name}.csv, ${name}.json (${rows} ${rows === 1 ? 'row' : 'rows'})\n  ${about}`,
    ),
    '',
    ...(files.length > 0 ? ['documents/', ...files.map((file) => `  ${file}`), ''] : []),
    'Statements and certificates are generated on request and not stored. Download them from your account.',
    'Not included: your password (stored only as a hash) and the secrets of your two-step verification methods (stored encrypted).',
    '',
  ].join('\r\n')

/** Writes the export of an investor to a new file. */
export async function writeArchive(path: string, userId: number, report: Report): Promise<void> {
  const counts = new Map<ExportSection, number>()
  for (const section of exportSections) counts.set(section, await countRows(section, userId))
  // Each row is read twice; the remaining progress is files.
  const total = [...counts.values()].reduce((sum, rows) => sum + 2 * rows, 1)
  let done = 0
  const percent = () => Math.min(99, Math.floor((100 * done) / total))

  const handle = await open(path, 'wx', 0o600)
  try {
    const documents = await listAcknowledged(userId)
    const nameOf = ({ id, title, version, filename }: (typeof documents)[number]) =>
      `${plain(title)}-v${version}-${id}${/\.\w+$/.exec(filename)?.[0] ?? ''}`
    const readCounted =
      (section: ExportSection): ReadBatch =>
      async (last, limit) => {
        const rows = await listSectionRows(section, userId, last, limit)
        done += rows.length
        await report(percent())
        return rows
      }
    async function* listEntries(): AsyncGenerator<ZipEntry> {
      yield {
        name: 'README.txt',
        chunks: [encoder.encode(readme(counts, documents.map(nameOf), new Date()))],
      }
      for (const section of exportSections) {
        yield { name: `${section.name}.csv`, chunks: writeCsv(section, readCounted(section)) }
        yield { name: `${section.name}.json`, chunks: writeJson(readCounted(section)) }
      }
      for (const document of documents) {
        await report(percent())
        const body = await getUploadStorage().read(document.filename, document.size)
        if (body)
          yield { name: `documents/${nameOf(document)}`, chunks: streamFile(body), isCompressed: true }
      }
    }
    for await (const chunk of writeZip(listEntries())) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
