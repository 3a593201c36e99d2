import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Report } from '#contract/reports'
import { dataOf } from '#core/query/remote'
import { addressOfReport, fileNameOf } from '#core/query/reports'
import { Page } from '#site/investor/Page.tsx'
import { LinkButton } from '#ui/Button'
import { RemoteFailure } from '#ui/RemoteView'
import { ReportDialog } from '#ui/ReportDialog'
import { EntryList, EntryListLoading } from './EntryList.tsx'
import { LibrarySearch } from './LibrarySearch.tsx'
import {
  $documents,
  $reports,
  findEntries,
  type Kind,
  listEntries,
  refreshDocuments,
  refreshReports,
} from './library.ts'
import { OwnDocuments, useOwnSeries } from './OwnDocuments.tsx'

/** The reports and public uploads, to search, preview and download. */
export function Documents() {
  const reports = useStore($reports)
  const documents = useStore($documents)
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<Kind | ''>('')
  const [shown, setShown] = useState<Report>()
  const [open, setOpen] = useState(false)
  const searchField = useRef<HTMLInputElement>(null)

  const loading = reports.status === 'loading' || documents.status === 'loading'
  const entries = listEntries(dataOf(reports) ?? [], dataOf(documents) ?? [])
  const found = findEntries(entries, search, kind)
  const failed = reports.status === 'failed' || documents.status === 'failed'
  const { isKnown: areOwnKnown } = useOwnSeries()
  const nothingLoaded = failed && !loading && entries.length === 0

  return (
    <Page title="Documents" lead="Audit and compliance reports, and documents published for investors">
      {reports.status === 'failed' && (
        <div className="mt-5">
          <RemoteFailure view={reports} failure="Failed to load reports" onRetry={refreshReports} />
        </div>
      )}
      {documents.status === 'failed' && (
        <div className="mt-5">
          <RemoteFailure view={documents} failure="Failed to load documents" onRetry={refreshDocuments} />
        </div>
      )}
      <OwnDocuments />
      {/* Below the own series once their number is known. */}
      {areOwnKnown && !nothingLoaded && (
        <section className="panel mt-5" aria-label="Documents">
          <LibrarySearch
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
            <EntryListLoading />
          ) : (
            <EntryList
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
            <LinkButton look="quiet" href={addressOfReport(shown)} download={fileNameOf(shown)}>
              Download<span className="visually-hidden">: {shown.title}</span>
            </LinkButton>
          }
        />
      )}
    </Page>
  )
}
