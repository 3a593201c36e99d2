import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import type { PanelList } from '#site/admin/list/list.ts'
import { RowOpen } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { useAgentOptions } from './AssignChoice.tsx'
import { BulkActions } from './BulkActions.tsx'
import type { ManyChange, Planned, PlanRules } from './bulk-plans.ts'
import { type DeskStatus, statusFilter } from './labels.ts'

export interface DeskTableProps {
  /** Where an item is opened. */
  open: (id: string) => string
  /** Whether an item is open beside it: there is room for the essential columns only. */
  compact: boolean
}

/** The parts in which the desk's lists differ. */
export interface Desk<Row, S extends DeskStatus> {
  list: PanelList<Row, { status: readonly ['', ...S[]]; assigned: '' }>
  statuses: readonly S[]
  columns: readonly Column<Row>[]
  caption: string
  /** The id of an item in the URL. */
  idOf: (row: Row) => string
  rules: PlanRules<Row, S>
  /** Changes several rows, all of them or none. */
  setMany: (change: ManyChange<S>) => Promise<unknown>
  empty: { title: string; hint: string }
  failure: string
}

const essential = ['from', 'status']

/** A list of the desk: search, status, a link to each item, and actions on several. */
export function DeskTable<Row extends Planned<S> & { reference: string }, S extends DeskStatus>({
  desk,
  open,
  compact,
}: DeskTableProps & { desk: Desk<Row, S> }) {
  const { list, statuses, columns, caption, idOf, rules, setMany, empty, failure } = desk
  const state = useList(list)
  const agents = useAgentOptions()
  const mayChange = useMay()('desk')
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
          <FilterSelect state={state} name="status" label="Status" options={statusFilter(statuses)} />
          <FilterSelect
            state={state}
            name="assigned"
            label="Assigned"
            options={[
              { value: '', label: 'Anybody' },
              { value: 'me', label: 'Me' },
              { value: 'none', label: 'Nobody' },
              ...agents,
            ]}
          />
        </>
      }
      actions={(row) => <RowOpen item={idOf(row)} name={row.reference} to={open(idOf(row))} />}
      bulk={
        mayChange
          ? (rows, clear) => (
              <BulkActions rows={rows} clear={clear} statuses={statuses} rules={rules} setMany={setMany} />
            )
          : undefined
      }
      empty={empty}
      failure={failure}
    />
  )
}
