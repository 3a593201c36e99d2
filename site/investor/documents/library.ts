import { documents, type PublicDocument } from '#contract/documents'
import { type Report, reports } from '#contract/reports'
import { call } from '#core/api/api'
import { revalidateOn } from '#core/live/investor-events'
import { fetchWhenVisible } from '#core/query/fetch-when-visible'
import { createQuery } from '#core/query/query'
import { createQueryView } from '#core/query/query-view'

const $reportList = createQuery<Report[]>('reports', {
  fetcher: async () => (await call(reports.list)).reports,
  revalidateOnReconnect: true,
})
const $documentList = createQuery<PublicDocument[]>('documents', {
  fetcher: async () => (await call(documents.list)).documents,
  revalidateOnReconnect: true,
})

fetchWhenVisible($reportList)
fetchWhenVisible($documentList)
// A newly published or withdrawn upload shows at once.
revalidateOn($documentList, 'documents')

export const $reports = createQueryView($reportList)
export const $documents = createQueryView($documentList)
export const refreshReports = () => $reportList.revalidate()
export const refreshDocuments = () => $documentList.revalidate()

/** A document to read: a report of the platform, or an upload. */
export type Entry =
  | { source: 'report'; key: string; kind: Kind; title: string; date: string; report: Report }
  | { source: 'upload'; key: string; kind: Kind; title: string; date: string; document: PublicDocument }

export const kindNames = {
  audit: 'Audit report',
  compliance: 'Compliance report',
  pdf: 'PDF document',
  html: 'HTML document',
} as const
export type Kind = keyof typeof kindNames

/** Reports and uploads in one list, newest first. */
export function listEntries(reports: readonly Report[], documents: readonly PublicDocument[]): Entry[] {
  const entries: Entry[] = [
    ...reports.map((report): Entry => {
      const { id, type, title, date } = report
      return { source: 'report', key: `report-${id}`, kind: type, title, date, report }
    }),
    ...documents.map((document): Entry => {
      const { id, file_type, original_name, created_at } = document
      const key = `upload-${id}`
      return { source: 'upload', key, kind: file_type, title: original_name, date: created_at, document }
    }),
  ]
  return entries.sort((a, b) => Date.parse(b.date) - Date.parse(a.date))
}

/** All texts of an entry that a search covers. */
function textOf(entry: Entry): string {
  const words = [entry.title, kindNames[entry.kind]]
  if (entry.source === 'report') {
    const { category, auditor, description } = entry.report
    words.push(category, auditor, description)
  }
  return words.join(' ').toLowerCase()
}

/** The entries of a kind, or of all, in which every word of the search occurs. */
export function findEntries(entries: readonly Entry[], search: string, kind: Kind | ''): Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (kind && entry.kind !== kind) return false
    const text = textOf(entry)
    return words.every((word) => text.includes(word))
  })
}

/** The entries by their kind, the kind of the newest first, in their order. */
export function groupEntries(entries: readonly Entry[]): { kind: Kind; entries: readonly Entry[] }[] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  return kinds.map((kind) => ({ kind, entries: entries.filter((entry) => entry.kind === kind) }))
}
