import { dataOf, type Remote } from '#core/query/remote'
import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import { RemoteFailure } from '#ui/RemoteView'
import { changeFilters, type Filters } from './filters.ts'
import { Pagination } from './Pagination.tsx'
import { TransactionTable, TransactionTableLoading } from './TransactionTable.tsx'
import { isSame, type ListedPage, refreshHistory } from './transactions.ts'

interface TransactionListProps {
  view: Remote<ListedPage>
  filters: Filters
  onShow: (filters: Filters) => void
  /** The number of pages to move, negative for back, in a list of so many rows. */
  onStep: (pages: number, total: number) => void
}

const countOf = (rows: number): string => (rows === 1 ? '1 transaction shown' : `${rows} transactions shown`)

/** The rows in every state. */
export function TransactionList({ view, filters, onShow, onStep }: TransactionListProps) {
  const page = dataOf(view)
  const isCurrent = page !== undefined && isSame(page.filters, filters)
  // Rows of other filters stay until the new ones arrive, but never under a failure.
  const failed = view.status === 'failed' && !(view.updating && !isCurrent)
  const shown = failed && !isCurrent ? undefined : page
  const loading = !failed && !isCurrent

  return (
    <>
      <p className="visually-hidden" role="status">
        {loading ? 'Loading transactions...' : shown && countOf(shown.transactions.length)}
      </p>
      {failed && (
        <div className="px-[22px] py-5 max-sm:px-4">
          <RemoteFailure view={view} failure="Failed to fetch transactions" onRetry={refreshHistory} />
        </div>
      )}
      {!shown && loading && <TransactionTableLoading rows={Math.min(filters.limit, 10)} />}
      {shown && shown.transactions.length > 0 && (
        <TransactionTable transactions={shown.transactions} stale={loading} />
      )}
      {shown && shown.transactions.length === 0 && <Nothing page={shown} filters={filters} onShow={onShow} />}
      {shown && (
        <Pagination
          // The requested position, so that a second press continues from there.
          pagination={{ total: shown.pagination.total, limit: filters.limit, offset: filters.offset }}
          loading={loading}
          isOtherList={shown.filters.type !== filters.type || shown.filters.status !== filters.status}
          onStep={(pages) => onStep(pages, shown.pagination.total)}
        />
      )}
    </>
  )
}

interface NothingProps {
  page: ListedPage
  filters: Filters
  onShow: (filters: Filters) => void
}

function Nothing({ page, filters, onShow }: NothingProps) {
  const isBeyond = page.pagination.total > 0
  return (
    <EmptyState title="No transactions found">
      <p>Try adjusting your filters</p>
      {isBeyond && (
        <Button look="quiet" small className="mt-4" onClick={() => onShow(changeFilters(filters, {}))}>
          Back to the first page
        </Button>
      )}
    </EmptyState>
  )
}
