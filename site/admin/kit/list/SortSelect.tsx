import type { FilterRules } from '#core/list/url-state'
import { Select } from '#ui/Field'
import type { Column } from './column-visibility.ts'
import { SelectAllCheckbox } from './SelectAllCheckbox.tsx'
import type { ListState } from './use-list.ts'
import type { Selection } from './use-selection.ts'

interface OrderChoiceProps<Row, R extends FilterRules> {
  state: ListState<Row, R>
  columns: readonly Column<Row>[]
  selection: Selection<Row> | undefined
  isStale: boolean
  /** Some columns have no header at this width. */
  isFolded: boolean
}

/** The sort order as a select, for the cards on a phone, which have no header, and for columns that do not fit. */
export function SortSelect<Row, R extends FilterRules>({
  state,
  columns,
  selection,
  isStale,
  isFolded,
}: OrderChoiceProps<Row, R>) {
  const sortable = columns.filter(({ sort }) => sort)
  if (sortable.length === 0 && !selection) return null
  const options = sortable.flatMap(({ label, sort = '' }) => [
    { value: sort, label: `${label}, ascending` },
    { value: `-${sort}`, label: `${label}, descending` },
  ])
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-3 border-line border-b px-4 py-2.5 ${isFolded ? '' : 'sm:hidden'}`}
    >
      {sortable.length > 0 && (
        <Select
          aria-label="Sort by"
          className="!w-auto max-w-full text-[0.875rem]"
          options={options}
          prompt={options.some(({ value }) => value === state.query.sort) ? undefined : 'Default order'}
          value={state.query.sort}
          onChange={({ target }) => target.value && state.show({ sort: target.value })}
        />
      )}
      {selection && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is a component
        <label className="flex min-h-11 sm:hidden cursor-pointer items-center gap-2.5 text-[0.9375rem]">
          <SelectAllCheckbox selection={selection} isStale={isStale} />
          Select all on this page
        </label>
      )}
    </div>
  )
}
