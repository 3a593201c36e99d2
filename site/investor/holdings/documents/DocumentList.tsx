import type { ReactNode } from 'react'
import type { Report } from '#contract/catalog/reports'
import { formatBytes } from '#core/format/file-size'
import { formatCountOf } from '#core/format/format'
import { applyReaderSeparators } from '#core/format/reader-format'
import { getReportFileName, getReportUrl } from '#core/query/catalog/reports'
import { DayDate } from '#site/investor/kit/SiteDate.tsx'
import { Badge } from '#ui/Badge'
import { Button, LinkButton } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Icon } from '#ui/Icon'
import { downloadIcon } from '#ui/icons/documents'
import { Skeleton } from '#ui/Skeleton'
import { documentTypeLabels, groupDocumentsByType, type LibraryDocument } from './document-library.ts'

interface EntryListProps {
  entries: readonly LibraryDocument[]
  /** There are no entries at all, whatever the search. */
  isEmpty: boolean
  onPreview: (report: Report) => void
  onClear: () => void
}

/** The matching entries by type, each with preview and download. */
export function DocumentList({ entries, isEmpty, onPreview, onClear }: EntryListProps) {
  if (isEmpty) {
    return (
      <EmptyState title="No documents yet">
        <p>Reports and documents appear here once they are published.</p>
      </EmptyState>
    )
  }
  if (entries.length === 0) {
    return (
      <EmptyState title="No documents found">
        <p>Try adjusting your search</p>
        <Button look="quiet" small className="mt-4" onClick={onClear}>
          Show all documents
        </Button>
      </EmptyState>
    )
  }
  return groupDocumentsByType(entries).map(({ kind, entries: group }) => (
    <section
      key={kind}
      aria-labelledby={`documents-${kind}`}
      className="border-line border-t first:border-t-0"
    >
      <h2
        id={`documents-${kind}`}
        className="bg-sunken px-[22px] py-2 font-sans text-[0.8125rem] font-medium tracking-normal text-ink-2 max-sm:px-4"
      >
        {documentTypeLabels[kind]}s <span className="num ml-1.5 font-normal text-ink-3">{group.length}</span>
      </h2>
      <ul className="@container">
        {group.map((entry) => (
          <Row key={entry.key} entry={entry} onPreview={onPreview} />
        ))}
      </ul>
    </section>
  ))
}

const row =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-1.5 border-line border-t px-[22px] py-3.5 max-sm:gap-x-4 max-sm:px-4 @max-[15rem]:grid-cols-1 @min-[58rem]:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_10.25rem_auto]'
const opener =
  'text-left underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-accent-text'

interface RowProps {
  entry: LibraryDocument
  onPreview: (report: Report) => void
}

/** An entry whose title opens the preview. */
function Row({ entry, onPreview }: RowProps) {
  const { url, name } =
    entry.source === 'report'
      ? { url: getReportUrl(entry.report), name: getReportFileName(entry.report) }
      : { url: entry.document.url, name: entry.document.original_name }
  return (
    <li className={row} data-entry={entry.key}>
      <div className="min-w-0">
        <h3 className="text-[1.0625rem] leading-snug wrap-anywhere">
          <Title entry={entry} onPreview={onPreview} />
        </h3>
        {entry.source === 'report' && (
          <p className="mt-1 max-w-[62ch] text-[0.875rem] leading-snug text-ink-2">
            {entry.report.description}
          </p>
        )}
      </div>
      <LinkButton
        look="quiet"
        small
        className="self-start justify-self-start max-sm:px-2.5! @min-[58rem]:order-last"
        href={url}
        download={name}
      >
        <Icon path={downloadIcon} size={16} />
        <span className="max-sm:hidden" aria-hidden="true">
          Download
        </span>
        <span className="visually-hidden">Download: {entry.title}</span>
      </LinkButton>
      <Facts entry={entry} />
    </li>
  )
}

function Title({ entry, onPreview }: RowProps) {
  const preview = <span className="visually-hidden">Preview: </span>
  return entry.source === 'report' ? (
    <button
      type="button"
      className={`cursor-pointer ${opener}`}
      aria-haspopup="dialog"
      onClick={() => onPreview(entry.report)}
    >
      {preview}
      {entry.title}
    </button>
  ) : (
    <a className={opener} href={entry.document.url} target="_blank" rel="noopener">
      {preview}
      {entry.title}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

const facts =
  'flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-[0.8125rem] @max-[58rem]:col-span-full @min-[58rem]:content-start'

/** Author and subject, then day and size. */
function Facts({ entry }: { entry: LibraryDocument }) {
  const isReport = entry.source === 'report'
  const size = applyReaderSeparators(formatBytes(isReport ? entry.report.size : entry.document.file_size))
  return (
    <>
      <dl className={facts}>
        {isReport ? (
          <>
            <Fact name="Category">{entry.report.category}</Fact>
            {entry.report.illustrative && (
              <Fact name="Label" className="@min-[58rem]:order-last">
                <Badge tone="warn">Illustrative</Badge>
              </Fact>
            )}
            <Fact name="Auditor" isQuiet>
              {entry.report.auditor}
            </Fact>
          </>
        ) : (
          <Fact name="Type">{documentTypeLabels[entry.kind]}</Fact>
        )}
      </dl>
      <dl className={facts}>
        <Fact name={isReport ? 'Date' : 'Published'}>
          <DayDate instant={entry.date} />
        </Fact>
        {isReport && entry.report.status && <Fact name="Status">{entry.report.status}</Fact>}
        {isReport && (
          <Fact name="Pages" isQuiet>
            {formatCountOf(entry.report.pages, 'page')}
          </Fact>
        )}
        <Fact name="Size" isQuiet>
          {size}
        </Fact>
      </dl>
    </>
  )
}

interface FactProps {
  name: string
  isQuiet?: boolean
  className?: string
  children: ReactNode
}

function Fact({ name, isQuiet, className = '', children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="visually-hidden">{name}</dt>
      <dd className={`wrap-anywhere ${isQuiet ? 'text-ink-3' : ''}`}>{children}</dd>
    </div>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e']

/** A placeholder for the list while it loads. */
export function DocumentListSkeleton() {
  return (
    <ul className="@container" aria-busy="true">
      {PLACES.map((place) => (
        <li key={place} className={row}>
          <div>
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-3 h-4 w-4/5" />
          </div>
          <Skeleton className="h-[38px] w-10 sm:w-32 @min-[58rem]:order-last" />
          <Skeleton className="h-4 w-4/5 @max-[58rem]:col-span-full" />
          <Skeleton className="h-4 w-24 @max-[58rem]:hidden" />
        </li>
      ))}
    </ul>
  )
}
