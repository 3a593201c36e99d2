import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getData } from '#core/query/remote'
import { Page } from '#site/investor/kit/Page.tsx'
import { useListView } from '#site/ui/list/use-list-view.ts'
import { Button } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { downloadIcon } from '#ui/icons/documents'
import { ExportDialog } from './ExportDialog.tsx'
import { FilterBar } from './FilterBar.tsx'
import { LinkedTransaction } from './LinkedTransaction.tsx'
import { TransactionList } from './TransactionList.tsx'
import { TransactionSummaryPanel } from './TransactionSummaryPanel.tsx'
import { $summary, historyList } from './transaction-store.ts'
import { UnitsPaidSummary } from './UnitsPaidSummary.tsx'

/** The Transaction History: sums, filters, and one page of rows. Its state is in the URL. */
export function Transactions() {
  const [exporting, setExporting] = useState(false)
  // A URL beyond the last page stays, with a link to the first one.
  const state = useListView(historyList, { staysBeyond: true })
  const summary = useStore($summary)
  const sums = getData(summary)

  return (
    <Page
      title="Transaction History"
      lead="Every deposit, withdrawal, transfer, fee and interest payment"
      aside={
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => setExporting(true)}>
          <Icon path={downloadIcon} size={16} />
          Export
        </Button>
      }
    >
      <TransactionSummaryPanel summary={sums} failed={summary.status === 'failed'} />
      <section className="panel mt-5" aria-label="Transactions">
        <FilterBar state={state} />
        <TransactionList state={state} />
      </section>
      {sums?.cash !== null && <UnitsPaidSummary />}
      <LinkedTransaction />
      <ExportDialog
        open={exporting}
        onClose={() => setExporting(false)}
        narrowing={state.query}
        since={sums?.since}
      />
    </Page>
  )
}
