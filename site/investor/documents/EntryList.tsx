import type { ReactNode } from 'react'
import type { Report } from '#contract/reports'
import { formatBytes } from '#core/format/file-size'
import { punctuate } from '#core/format/reader'
import { addressOfReport, fileNameOf } from '#core/query/reports'
import { SiteDate } from '#site/investor/SiteDate.tsx'
import { Badge } from '#ui/Badge'
import { Button, LinkButton } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { Icon } from '#ui/Icon'
import { downloadIcon, eyeIcon } from '#ui/icons/documents'
import { Skeleton } from '#ui/Skeleton'
import { type Entry, kindNames } from './library.ts'

interface EntryListProps {
  entries: readonly Entry[]
  /** There are no entries at all, whatever the search. */
  isEmpty: boolean
  onPreview: (report: Report) => void
  onClear: () => void
}

/** The found entries, each with a preview and a download. */
export function EntryList({ entries, isEmpty, onPreview, onClear }: EntryListProps) {
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
  return (
    <ul>
      {entries.map((entry) => (
        <Row key={entry.key} entry={entry} onPreview={onPreview} />
      ))}
    </ul>
  )
}

const row =
  'grid grid-cols-1 gap-x-8 gap-y-4 border-line border-t px-[22px] py-3.5 first:border-t-0 max-sm:px-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center'

function Row({ entry, onPreview }: { entry: Entry; onPreview: (report: Report) => void }) {
  const name = <span className="visually-hidden">: {entry.title}</span>
  return (
    <li className={row} data-entry={entry.key}>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <h2 className="min-w-0 text-[1.0625rem] leading-snug wrap-anywhere">{entry.title}</h2>
          {entry.source === 'report' && entry.report.status && (
            <Badge tone={entry.report.illustrative ? 'neutral' : 'gain'}>{entry.report.status}</Badge>
          )}
          {entry.source === 'report' && entry.report.illustrative && <Badge tone="warn">Illustrative</Badge>}
        </div>
        {entry.source === 'report' && (
          <p className="mt-1 max-w-[72ch] text-[0.9375rem] text-ink-2">{entry.report.description}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3 max-lg:order-last">
        {entry.source === 'report' ? (
          <>
            <Button look="quiet" small aria-haspopup="dialog" onClick={() => onPreview(entry.report)}>
              <Icon of={eyeIcon} size={16} />
              Preview{name}
            </Button>
            <LinkButton
              look="quiet"
              small
              href={addressOfReport(entry.report)}
              download={fileNameOf(entry.report)}
            >
              <Icon of={downloadIcon} size={16} />
              Download{name}
            </LinkButton>
          </>
        ) : (
          <>
            <LinkButton look="quiet" small href={entry.document.url} target="_blank" rel="noopener">
              <Icon of={eyeIcon} size={16} />
              Preview{name}
              <span className="visually-hidden"> (opens in a new tab)</span>
            </LinkButton>
            <LinkButton look="quiet" small href={entry.document.url} download={entry.document.original_name}>
              <Icon of={downloadIcon} size={16} />
              Download{name}
            </LinkButton>
          </>
        )}
      </div>
      <Facts entry={entry} />
    </li>
  )
}

function Facts({ entry }: { entry: Entry }) {
  const facts: [name: string, value: ReactNode][] = [
    ['Type', kindNames[entry.kind]],
    [entry.source === 'report' ? 'Date' : 'Published', <SiteDate key="date" instant={entry.date} />],
  ]
  if (entry.source === 'report') {
    const { category, auditor, pages, size } = entry.report
    facts.push(
      ['Category', category],
      ['Auditor', auditor],
      ['Pages', pages],
      ['Size', punctuate(formatBytes(size))],
    )
  } else facts.push(['Size', punctuate(formatBytes(entry.document.file_size))])
  return (
    <dl className="flex flex-wrap items-center gap-x-6 gap-y-1 text-[0.8125rem] lg:col-span-2 lg:-mt-2.5">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e']

/** A placeholder for the list while it loads. */
export function EntryListLoading() {
  return (
    <ul aria-busy="true">
      {PLACES.map((place) => (
        <li key={place} className={row}>
          <div>
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="mt-3 h-5 w-3/5" />
            <Skeleton className="mt-3 h-4 w-4/5" />
            <Skeleton className="mt-4 h-4 w-2/3" />
          </div>
          <div className="flex gap-3">
            <Skeleton className="h-[38px] w-28" />
            <Skeleton className="h-[38px] w-32" />
          </div>
        </li>
      ))}
    </ul>
  )
}
