import { Link } from 'react-router'
import { transactionPageSizes } from '#contract/cash/transactions'
import { transactionStatusLabels, transactionTypeLabels } from '#core/format/transactions'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { FilterInput, FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Button } from '#ui/Button'
import { Field, Select } from '#ui/Field'
import { MobileCollapse } from '#ui/MobileCollapse'
import type { HistoryView } from './transaction-store.ts'

const typeOptions = [
  { value: '', label: 'All Types' },
  ...transactionTypes.map((type) => ({ value: type, label: transactionTypeLabels[type] })),
] as const
const statusOptions = [
  { value: '', label: 'All Statuses' },
  ...transactionStatuses.map((status) => ({ value: status, label: transactionStatusLabels[status] })),
] as const
const sizeOptions = transactionPageSizes.map((size) => ({ value: String(size), label: String(size) }))

/** The list's search and filters; every change returns to the first row. */
export function FilterBar({ state }: { state: HistoryView }) {
  const { query, show, isNarrowed, widen } = state
  return (
    <div className="grid gap-4 border-line border-b px-[22px] py-5 max-sm:px-4 print:hidden">
      <div className="filter-row flex flex-wrap items-end gap-4 max-sm:grid max-sm:grid-cols-2 max-[22rem]:grid-cols-1 max-sm:[&>:first-child]:col-span-full [&_.field]:min-w-0">
        <SearchBox state={state} placeholder="Search descriptions" />
        <MobileCollapse label="Filters" isOpen={isNarrowed} className="col-span-full">
          <FilterSelect state={state} name="type" label="Transaction Type" options={typeOptions} />
          <FilterSelect state={state} name="status" label="Status" options={statusOptions} />
          <FilterInput state={state} name="from" label="From" type="date" />
          <FilterInput state={state} name="to" label="To" type="date" />
          <Field label="Items per Page" filter className="sm:w-28">
            {(control) => (
              <Select
                {...control}
                className="h-11"
                options={sizeOptions}
                value={String(query.limit)}
                onChange={({ target }) => show(() => ({ limit: Number(target.value) }))}
              />
            )}
          </Field>
        </MobileCollapse>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isNarrowed && (
          <Button look="quiet" small onClick={widen}>
            Clear filters
          </Button>
        )}
        <p className="text-[0.8125rem] text-ink-3">
          Series distributions are booked as interest.{' '}
          <Link
            className="text-accent-text underline underline-offset-2"
            to="?type=interest&search=Distribution"
          >
            Show distributions only
          </Link>
        </p>
      </div>
    </div>
  )
}
