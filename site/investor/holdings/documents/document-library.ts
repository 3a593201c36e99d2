import { documents, type PublicDocument } from '#contract/catalog/documents'
import { type Report, reports } from '#contract/catalog/reports'
import { callApi } from '#core/api/api'
import { refetchOnEvents } from '#core/events/investor-event-stream'
import { fetchWhenVisible } from '#core/query/fetch-when-visible'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'

const $reportList = createQuery<Report[]>('reports', {
  fetcher: async () => (await callApi(reports.list)).reports,
  revalidateOnReconnect: true,
})
const $documentList = createQuery<PublicDocument[]>('documents', {
  fetcher: async () => (await callApi(documents.list)).documents,
  revalidateOnReconnect: true,
})

fetchWhenVisible($reportList)
fetchWhenVisible($documentList)
// A newly published or withdrawn upload appears or disappears immediately.
refetchOnEvents($documentList, 'documents')

export const $reports = createQueryView($reportList)
export const $documents = createQueryView($documentList)
export const refreshReports = () => $reportList.revalidate()
export const refreshDocuments = () => $documentList.revalidate()

/** A document: a report of the platform, or an upload. */
export type LibraryDocument =
  | { source: 'report'; key: string; kind: LibraryDocumentType; title: string; date: string; report: Report }
  | {
      source: 'upload'
      key: string
      kind: LibraryDocumentType
      title: string
      date: string
      document: PublicDocument
    }

export const documentTypeLabels = {
  audit: 'Audit report',
  compliance: 'Compliance report',
  pdf: 'PDF document',
  html: 'HTML document',
} as const
export type LibraryDocumentType = keyof typeof documentTypeLabels

/** Reports and uploads in one list, newest first. */
export function mergeDocuments(
  reports: readonly Report[],
  documents: readonly PublicDocument[],
): LibraryDocument[] {
  const entries: LibraryDocument[] = [
    ...reports.map((report): LibraryDocument => {
      const { id, type, title, date } = report
      return { source: 'report', key: `report-${id}`, kind: type, title, date, report }
    }),
    ...documents.map((document): LibraryDocument => {
      const { id, file_type, original_name, created_at } = document
      const key = `upload-${id}`
      return { source: 'upload', key, kind: file_type, title: original_name, date: created_at, document }
    }),
  ]
  return entries.sort((a, b) => Date.parse(b.date) - Date.parse(a.date))
}

/** All searchable texts of an entry. */
function textOf(entry: LibraryDocument): string {
  const words = [entry.title, documentTypeLabels[entry.kind]]
  if (entry.source === 'report') {
    const { category, auditor, description } = entry.report
    words.push(category, auditor, description)
  }
  return words.join(' ').toLowerCase()
}

/** The entries of one type, or of all, that contain every search word. */
export function searchDocuments(
  entries: readonly LibraryDocument[],
  search: string,
  kind: LibraryDocumentType | '',
): LibraryDocument[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (kind && entry.kind !== kind) return false
    const text = textOf(entry)
    return words.every((word) => text.includes(word))
  })
}

/** The entries grouped by type, in order, with the newest entry's type first. */
export function groupDocumentsByType(
  entries: readonly LibraryDocument[],
): { kind: LibraryDocumentType; entries: readonly LibraryDocument[] }[] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  return kinds.map((kind) => ({ kind, entries: entries.filter((entry) => entry.kind === kind) }))
}
