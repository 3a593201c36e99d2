import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { dataOf } from '#core/query/remote'
import { Page } from '#site/investor/Page.tsx'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { downloadIcon } from '#ui/icons/documents'
import { ExportDialog } from './ExportDialog.tsx'
import { FilterBar } from './FilterBar.tsx'
import { changeFilters, type Filters, readFilters, writeFilters } from './filters.ts'
import { Summary } from './Summary.tsx'
import { TransactionList } from './TransactionList.tsx'
import { $filters, $page, $summary, isSame } from './transactions.ts'

/** The Transaction History: sums, filters, and one page of rows. Its state is in the URL. */
export function Transactions() {
  const [search, setSearch] = useSearchParams()
  const [exporting, setExporting] = useState(false)
  const filters = readFilters(search)
  useFilters(filters)
  const view = useStore($page)
  const summary = useStore($summary)
  // The URL is updated a little later: presses in the meantime start from the last requested filters.
  const latest = useRef(filters)
  useEffect(() => {
    latest.current = readFilters(search)
  }, [search])
  const show = (wanted: Filters) => {
    latest.current = wanted
    setSearch(writeFilters(wanted), { preventScrollReset: true })
  }

  return (
    <Page
      title="Transaction History"
      lead="Every deposit, withdrawal, transfer, fee and interest payment"
      aside={
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => setExporting(true)}>
          <Icon of={downloadIcon} size={16} />
          Export
        </Button>
      }
    >
      <Summary summary={dataOf(summary)} failed={summary.status === 'failed'} />
      <section className="panel mt-5" aria-label="Transactions">
        <FilterBar filters={filters} onChange={(change) => show(changeFilters(latest.current, change))} />
        <TransactionList
          view={view}
          filters={filters}
          onShow={show}
          onStep={(pages, total) => {
            const offset = latest.current.offset + pages * latest.current.limit
            if (offset < total) show({ ...latest.current, offset: Math.max(0, offset) })
          }}
        />
      </section>
      <ExportDialog open={exporting} onClose={() => setExporting(false)} filters={filters} />
    </Page>
  )
}

/** Passes the filters in the URL to the store. */
function useFilters(filters: Filters) {
  useEffect(() => {
    if (!isSame($filters.get(), filters)) $filters.set(filters)
  })
}
