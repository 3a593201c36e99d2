import type { Pagination as Place } from '#contract/transactions'
import { Button } from '#ui/Button'
import { describePage } from './transaction-text.ts'

interface PaginationProps {
  pagination: Place
  /** Another page is on its way. */
  loading: boolean
  onOffset: (offset: number) => void
}

/** Where in the history one is, and the way on; nothing when all of it is on screen. */
export function Pagination({ pagination, loading, onOffset }: PaginationProps) {
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
        <Button
          look="quiet"
          small
          disabled={offset === 0}
          onClick={() => onOffset(Math.max(0, offset - limit))}
        >
          Previous
        </Button>
        <Button
          look="quiet"
          small
          disabled={offset + limit >= total}
          onClick={() => onOffset(offset + limit)}
        >
          Next
        </Button>
      </div>
    </nav>
  )
}
