import type { Pagination as Place } from '#contract/transactions'
import { Button } from '#ui/Button'
import { describePage } from './describe-page.ts'

interface PaginationProps {
  pagination: Place
  /** Another page is in flight. */
  loading: boolean
  /** That page belongs to another query, whose length is not known yet. */
  isOtherList: boolean
  /** The number of pages to move, negative for back. */
  onStep: (pages: number) => void
}

/** The position in the history and links to other pages; empty when all of it is on screen. */
export function Pagination({ pagination, loading, isOtherList, onStep }: PaginationProps) {
  const text = describePage(pagination)
  if (!text) return null
  const { total, limit, offset } = pagination
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-[22px] py-4 max-sm:px-4"
      aria-label="Pages"
    >
      <p className="text-[0.875rem] text-ink-2 tabular-nums">{loading ? 'Loading transactions...' : text}</p>
      <div className="flex gap-2">
        <Button look="quiet" small disabled={isOtherList || offset === 0} onClick={() => onStep(-1)}>
          Previous
        </Button>
        <Button
          look="quiet"
          small
          disabled={isOtherList || offset + limit >= total}
          onClick={() => onStep(1)}
        >
          Next
        </Button>
      </div>
    </nav>
  )
}
