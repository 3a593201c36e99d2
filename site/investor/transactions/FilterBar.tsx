import { pageSizes } from '#contract/transactions'
import { statusNames, typeNames } from '#core/format/transactions'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { Field, Select } from '#ui/Field'
import type { HistoryView } from './transactions.ts'

const typeOptions = [
  { value: '', label: 'All Types' },
  ...transactionTypes.map((type) => ({ value: type, label: typeNames[type] })),
]
const statusOptions = [
  { value: '', label: 'All Statuses' },
  ...transactionStatuses.map((status) => ({ value: status, label: statusNames[status] })),
]
const sizeOptions = pageSizes.map((size) => ({ value: String(size), label: String(size) }))

/** The filters of the list; every change returns to the first row. */
export function FilterBar({ state: { query, show } }: { state: HistoryView }) {
  const { type, status } = query.filters
  return (
    <div className="grid grid-cols-1 gap-4 border-line border-b px-[22px] py-5 max-sm:px-4 min-[22rem]:grid-cols-2 md:grid-cols-[minmax(0,14rem)_minmax(0,14rem)_1fr]">
      <Field label="Transaction Type" filter>
        {(control) => (
          <Select
            {...control}
            options={typeOptions}
            value={type}
            onChange={({ target }) => show(() => ({ filters: { type: target.value as typeof type } }))}
          />
        )}
      </Field>
      <Field label="Status" filter>
        {(control) => (
          <Select
            {...control}
            options={statusOptions}
            value={status}
            onChange={({ target }) => show(() => ({ filters: { status: target.value as typeof status } }))}
          />
        )}
      </Field>
      <Field label="Items per Page" filter className="md:w-32 md:justify-self-end">
        {(control) => (
          <Select
            {...control}
            options={sizeOptions}
            value={String(query.limit)}
            onChange={({ target }) => show(() => ({ limit: Number(target.value) }))}
          />
        )}
      </Field>
    </div>
  )
}
