import { useDeferredValue } from 'react'
import { InvalidFilters } from '#site/ui/list/InvalidFilters.tsx'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { RemoteError } from '#ui/RemoteView'
import { Pagination } from './Pagination.tsx'
import { TransactionTable, TransactionTableLoading } from './TransactionTable.tsx'
import { type HistoryView, refreshTransactions } from './transaction-store.ts'

const countOf = (rows: number): string => (rows === 1 ? '1 transaction shown' : `${rows} transactions shown`)

/** The rows in all states. */
export function TransactionList({ state }: { state: HistoryView }) {
  const { view, page: shown, isStale, query, faults } = state
  const loading = view.status === 'loading' || isStale
  // The rows follow in a transition, so that the press is acknowledged before they are rendered.
  const drawn = useDeferredValue(shown)
  const isRefused = Object.keys(faults).length > 0

  return (
    <>
      <p className="visually-hidden" role="status">
        {loading ? 'Loading transactions...' : shown && countOf(shown.rows.length)}
      </p>
      {isRefused && <InvalidFilters list={state} />}
      {view.status === 'failed' && !isRefused && (
        <div className="px-[22px] py-5 max-sm:px-4">
          <RemoteError view={view} failure="Failed to fetch transactions" onRetry={refreshTransactions} />
        </div>
      )}
      {!drawn && view.status !== 'failed' && !isRefused && (
        <TransactionTableLoading rows={Math.min(query.limit, 10)} />
      )}
      {drawn && !isRefused && drawn.rows.length > 0 && (
        <TransactionTable
          transactions={drawn.rows}
          query={JSON.stringify(drawn.query)}
          isStale={loading || drawn !== shown}
        />
      )}
      {drawn && !isRefused && drawn.rows.length === 0 && (
        <Nothing
          isBeyond={drawn.pagination.total > 0}
          isNarrowed={state.isNarrowed}
          onFirst={() => state.show({ page: 1 })}
        />
      )}
      {/* Not above rows that are still to be rendered. */}
      {drawn && !isRefused && <Pagination state={state} />}
    </>
  )
}

interface NothingProps {
  /** There are rows before this page. */
  isBeyond: boolean
  /** A search or filter is set. */
  isNarrowed: boolean
  onFirst: () => void
}

function Nothing({ isBeyond, isNarrowed, onFirst }: NothingProps) {
  const isNew = !isBeyond && !isNarrowed
  return (
    <EmptyState title="No transactions found">
      {isNew && (
        <p>
          No transactions have been booked on your account yet. Your first deposit appears here once received.
        </p>
      )}
      <p className={isNew ? 'mt-1 text-[0.8125rem] text-ink-3' : ''}>Try adjusting your filters</p>
      {isBeyond && (
        <Button look="quiet" small className="mt-4" onClick={onFirst}>
          Go to first page
        </Button>
      )}
    </EmptyState>
  )
}
