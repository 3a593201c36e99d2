import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Report } from '#contract/catalog/reports'
import { getReportFileName, getReportUrl } from '#core/query/catalog/reports'
import { getData } from '#core/query/remote'
import { Page } from '#site/investor/kit/Page.tsx'
import { LinkButton } from '#ui/Button'
import { RemoteError } from '#ui/RemoteView'
import { ReportDialog } from '#ui/ReportDialog'
import { DocumentList, DocumentListSkeleton } from './DocumentList.tsx'
import { DocumentSearch } from './DocumentSearch.tsx'
import {
  $documents,
  $reports,
  type LibraryDocumentType,
  mergeDocuments,
  refreshDocuments,
  refreshReports,
  searchDocuments,
} from './document-library.ts'
import { HoldingDocuments, useOwnSeries } from './HoldingDocuments.tsx'

/** Reports and public uploads to search, preview and download. */
export function Documents() {
  const reports = useStore($reports)
  const documents = useStore($documents)
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<LibraryDocumentType | ''>('')
  const [shown, setShown] = useState<Report>()
  const [open, setOpen] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)

  const loading = reports.status === 'loading' || documents.status === 'loading'
  const entries = mergeDocuments(getData(reports) ?? [], getData(documents) ?? [])
  const found = searchDocuments(entries, search, kind)
  const failed = reports.status === 'failed' || documents.status === 'failed'
  const { isKnown: areOwnKnown } = useOwnSeries()
  const nothingLoaded = failed && !loading && entries.length === 0

  return (
    <Page title="Documents" lead="Audit and compliance reports and investor documents">
      {reports.status === 'failed' && (
        <div className="mt-5">
          <RemoteError view={reports} failure="Failed to load reports" onRetry={refreshReports} />
        </div>
      )}
      {documents.status === 'failed' && (
        <div className="mt-5">
          <RemoteError view={documents} failure="Failed to load documents" onRetry={refreshDocuments} />
        </div>
      )}
      <HoldingDocuments />
      {/* Shown below the investor's own series once their number is known. */}
      {areOwnKnown && !nothingLoaded && (
        <section className="panel mt-5" aria-label="Documents">
          <DocumentSearch
            search={search}
            searchField={searchField}
            kind={kind}
            onSearch={setSearch}
            onKind={setKind}
          />
          <p className="visually-hidden" role="status">
            {loading ? 'Loading documents' : found.length === 1 ? '1 document' : `${found.length} documents`}
          </p>
          {loading ? (
            <DocumentListSkeleton />
          ) : (
            <DocumentList
              entries={found}
              isEmpty={entries.length === 0}
              onPreview={(report) => {
                setShown(report)
                setOpen(true)
              }}
              onClear={() => {
                setSearch('')
                setKind('')
                searchField.current?.focus()
              }}
            />
          )}
        </section>
      )}
      {shown && (
        <ReportDialog
          report={shown}
          open={open}
          onClose={() => setOpen(false)}
          download={
            <LinkButton look="quiet" href={getReportUrl(shown)} download={getReportFileName(shown)}>
              Download<span className="visually-hidden">: {shown.title}</span>
            </LinkButton>
          }
        />
      )}
    </Page>
  )
}
