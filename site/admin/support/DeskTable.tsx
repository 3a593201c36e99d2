import { type ReactNode, useState } from 'react'
import { explainRejection } from '#core/api/failures'
import type { Column } from '#site/admin/list/columns.ts'
import { ListTable } from '#site/admin/list/ListTable.tsx'
import type { PanelList } from '#site/admin/list/list.ts'
import { RowOpen } from '#site/admin/list/RowAction.tsx'
import { useList } from '#site/admin/list/use-list.ts'
import { useMay } from '#site/admin/shared/may.tsx'
import { FilterSelect } from '#site/ui/list/Filters.tsx'
import { SearchBox } from '#site/ui/list/SearchBox.tsx'
import { Button } from '#ui/Button'
import { Select } from '#ui/Field'
import { useAgentOptions } from './AssignChoice.tsx'
import { refreshDesk } from './desk.ts'
import { type DeskStatus, statusFilter } from './labels.ts'

export interface DeskTableProps {
  /** Where an item is opened. */
  open: (id: string) => string
  showSuccess: (message: string) => void
  /** Whether an item is open beside it: there is room for the essential columns only. */
  compact: boolean
}

/** The action on all selected rows; `done` is the message for a number of them. */
interface BulkAction {
  label: string
  busy: string
  run: (ids: number[]) => Promise<{ updated: number }>
  done: (count: number) => string
}

/** The parts in which the desk's lists differ. */
export interface Desk<Row, S extends DeskStatus> {
  list: PanelList<Row, { status: readonly ['', ...S[]]; assigned: '' }>
  statuses: readonly S[]
  columns: readonly Column<Row>[]
  caption: string
  /** The id of an item in the URL. */
  idOf: (row: Row) => string
  bulk: BulkAction
  /** Assigns the selected rows; `null` is nobody. */
  assign: (ids: number[], assignedTo: number | null) => Promise<{ updated: number }>
  empty: { title: string; hint: string }
  failure: string
}

const essential = ['from', 'status']

/** A list of the desk: search, status, a link to each item, and one bulk action. */
export function DeskTable<Row extends { id: number; reference: string }, S extends DeskStatus>({
  desk,
  open,
  showSuccess,
  compact,
}: DeskTableProps & { desk: Desk<Row, S> }) {
  const { list, statuses, columns, caption, idOf, bulk, assign, empty, failure } = desk
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
              <Many
                bulk={bulk}
                assign={assign}
                ids={rows.map(({ id }) => id)}
                clear={clear}
                showSuccess={showSuccess}
              />
            )
          : undefined
      }
      empty={empty}
      failure={failure}
    />
  )
}

interface ManyProps {
  bulk: BulkAction
  assign: (ids: number[], assignedTo: number | null) => Promise<{ updated: number }>
  ids: number[]
  clear: () => void
  showSuccess: (message: string) => void
}

/** The actions on all selected rows: the one of the list, and assigning. */
function Many({ bulk, assign, ids, clear, showSuccess }: ManyProps): ReactNode {
  const [state, setState] = useState<'idle' | 'running' | 'assigning' | { failed: string }>('idle')
  const agents = useAgentOptions()
  const start = async (
    name: 'running' | 'assigning',
    run: () => Promise<{ updated: number }>,
    done: (count: number) => string,
  ) => {
    setState(name)
    try {
      const { updated } = await run()
      await refreshDesk()
      setState('idle')
      clear()
      showSuccess(done(updated))
    } catch (error) {
      setState({ failed: explainRejection(error, 'Nothing was changed. Please try again.') })
      refreshDesk()
    }
  }
  const give = (value: string) => {
    const name = agents.find((agent) => agent.value === value)?.label ?? 'nobody'
    return start(
      'assigning',
      () => assign(ids, value === 'none' ? null : Number(value)),
      (count) => `${count} assigned to ${name}.`,
    )
  }
  return (
    <>
      <Button
        look="quiet"
        small
        busy={state === 'running' && bulk.busy}
        onClick={() => start('running', () => bulk.run(ids), bulk.done)}
      >
        {bulk.label}
      </Button>
      <Select
        className="h-11 max-w-52"
        aria-label="Assign selected to"
        aria-busy={state === 'assigning' || undefined}
        prompt="Assign to…"
        options={[...agents, { value: 'none', label: 'Nobody' }]}
        value=""
        onChange={({ target }) => state !== 'assigning' && give(target.value)}
      />
      {typeof state === 'object' && (
        <p className="text-[0.875rem] text-loss" role="alert">
          {state.failed}
        </p>
      )}
    </>
  )
}
