import type { Column } from '#site/admin/kit/list/column-visibility.ts'
import { ListTable } from '#site/admin/kit/list/ListTable.tsx'
import type { AdminList } from '#site/admin/kit/list/list-store.ts'
import { RowDetailLink } from '#site/admin/kit/list/RowAction.tsx'
import { useAdminList } from '#site/admin/kit/list/use-list.ts'
import { getStatusFilterOptions, type SupportItemStatus } from '#site/admin/kit/support-labels.ts'
import { usePermissions } from '#site/admin/kit/use-permissions.tsx'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { useAssigneeOptions } from './AssigneeSelect.tsx'
import type { BulkChange, BulkChangeItem, BulkChangeRules } from './bulk-change-preview.ts'
import { SupportBulkActions } from './SupportBulkActions.tsx'

export interface SupportTableProps {
  /** The page on which an item opens. */
  open: (id: string) => string
  /** Whether an item is open beside the list, which leaves room only for the essential columns. */
  compact: boolean
}

/** The parts in which the support lists differ. */
export interface SupportListConfig<Row, S extends SupportItemStatus> {
  list: AdminList<Row, { status: readonly ['', ...S[]]; assigned: '' }>
  statuses: readonly S[]
  columns: readonly Column<Row>[]
  caption: string
  /** The id of an item in the URL. */
  idOf: (row: Row) => string
  rules: BulkChangeRules<Row, S>
  /** Changes several rows: all of them or none. */
  setMany: (change: BulkChange<S>) => Promise<unknown>
  empty: { title: string; hint: string }
  failure: string
}

const essential = ['from', 'status']

/** A support list: search, status, a link to each item, and bulk actions. */
export function SupportTable<
  Row extends BulkChangeItem<S> & { reference: string },
  S extends SupportItemStatus,
>({ desk, open, compact }: SupportTableProps & { desk: SupportListConfig<Row, S> }) {
  const { list, statuses, columns, caption, idOf, rules, setMany, empty, failure } = desk
  const state = useAdminList(list)
  const agents = useAssigneeOptions()
  const mayChange = usePermissions()('desk')
  return (
    <ListTable
      state={state}
      caption={caption}
      columns={compact ? columns.filter(({ id }) => essential.includes(id)) : columns}
      rowKey={({ id }) => id}
      rowName={({ reference }) => reference}
      tools={
        <>
          <SearchBox state={state} placeholder="Search reference, name or text" />
          <FilterSelect
            state={state}
            name="status"
            label="Status"
            options={getStatusFilterOptions(statuses)}
          />
          <FilterSelect
            state={state}
            name="assigned"
            label="Assignee"
            options={[
              { value: '', label: 'Anyone' },
              { value: 'me', label: 'Me' },
              { value: 'none', label: 'Unassigned' },
              ...agents,
            ]}
          />
        </>
      }
      actions={(row) => <RowDetailLink item={idOf(row)} name={row.reference} to={open(idOf(row))} />}
      bulk={
        mayChange
          ? (rows, clear) => (
              <SupportBulkActions
                rows={rows}
                clear={clear}
                statuses={statuses}
                rules={rules}
                setMany={setMany}
              />
            )
          : undefined
      }
      empty={empty}
      failure={failure}
    />
  )
}
