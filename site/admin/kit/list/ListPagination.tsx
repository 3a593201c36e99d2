import { useId } from 'react'
import type { AdminPagination } from '#contract/admin-endpoint'
import { formatRowRange } from '#core/list/list'
import type { FilterRules } from '#core/list/url-state'
import { Button } from '#ui/Button'
import { Select } from '#ui/Field'
import { PageNumberField } from './PageNumberField.tsx'
import type { ListState } from './use-list.ts'

interface PagesProps<Row, R extends FilterRules> {
  state: ListState<Row, R>
  pagination: AdminPagination
  /** The list's name, because a section may have two lists. */
  caption: string
}

/** The position in the list, links to other pages and the page size. */
export function ListPagination<Row, R extends FilterRules>({
  state,
  pagination,
  caption,
}: PagesProps<Row, R>) {
  const { query, rules, show, isStale } = state
  const { pages, total } = pagination
  const sizeId = useId()
  const smallest = Math.min(...rules.sizes)
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t px-4 py-3 text-[0.875rem] text-ink-2"
      aria-label={`${caption}, pages`}
    >
      <p className="tabular-nums">{isStale ? 'Loading...' : formatRowRange(pagination)}</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {total > smallest && (
          <div className="flex items-center gap-2">
            <label htmlFor={sizeId}>Rows</label>
            <Select
              id={sizeId}
              className="!min-h-[38px] !w-auto !py-1.5 text-[0.875rem]"
              options={rules.sizes.map((size) => ({ value: String(size), label: String(size) }))}
              value={String(query.limit)}
              onChange={({ target }) => show({ limit: Number(target.value) })}
            />
          </div>
        )}
        {pages > 1 && <PageNumberField page={query.page} pages={pages} onGo={(page) => show({ page })} />}
        <div className="flex gap-2">
          <Button
            look="quiet"
            small
            disabled={query.page <= 1}
            onClick={() => show({ page: query.page - 1 })}
          >
            Previous
          </Button>
          <Button
            look="quiet"
            small
            disabled={query.page >= pages}
            onClick={() => show({ page: query.page + 1 })}
          >
            Next
          </Button>
        </div>
      </div>
    </nav>
  )
}
