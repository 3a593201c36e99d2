import { formatRowRange } from '#core/list/list'
import { Button } from '#ui/Button'
import type { HistoryView } from './transaction-store.ts'

/**
 * The position in the history and links to other pages; empty if everything is on screen, or if the list ends before
 * this page.
 */
export function Pagination({ state: { query, page: shown, view, show } }: { state: HistoryView }) {
  if (!shown) return null
  // The requested position, so that a second press continues from there.
  const { page, limit, filters } = query
  const { total } = shown.pagination
  const pages = Math.ceil(total / limit)
  if (pages <= 1 || page > pages) return null
  const isLoading = view.status !== 'failed' && JSON.stringify(shown.query) !== JSON.stringify(query)
  // The page in flight belongs to another list, whose length is not known yet.
  const isOtherList = JSON.stringify(shown.query.filters) !== JSON.stringify(filters)
  const step = (by: number) =>
    show((requested) => ({
      page: Math.min(Math.max(1, requested.page + by), Math.ceil(total / requested.limit)),
    }))
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4"
      aria-label="Pages"
    >
      <p className="text-[0.875rem] text-ink-2 tabular-nums">
        {isLoading ? 'Loading transactions...' : `${formatRowRange({ page, limit, total })} transactions`}
      </p>
      <div className="flex gap-2">
        <Button look="quiet" small disabled={isOtherList || page <= 1} onClick={() => step(-1)}>
          Previous
        </Button>
        <Button look="quiet" small disabled={isOtherList || page >= pages} onClick={() => step(1)}>
          Next
        </Button>
      </div>
    </nav>
  )
}
