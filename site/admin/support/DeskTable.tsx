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
  list: PanelList<Row, { status: readonly ['', ...S[]] }>
  statuses: readonly S[]
  columns: readonly Column<Row>[]
  caption: string
  /** The id of an item in the URL. */
  idOf: (row: Row) => string
  bulk: BulkAction
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
  const { list, statuses, columns, caption, idOf, bulk, empty, failure } = desk
  const state = useList(list)
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
        </>
      }
      actions={(row) => <RowOpen item={idOf(row)} name={row.reference} to={open(idOf(row))} />}
      bulk={
        mayChange
          ? (rows, clear) => (
              <Many bulk={bulk} ids={rows.map(({ id }) => id)} clear={clear} showSuccess={showSuccess} />
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
  ids: number[]
  clear: () => void
  showSuccess: (message: string) => void
}

/** The bulk action on all selected rows. */
function Many({ bulk, ids, clear, showSuccess }: ManyProps): ReactNode {
  const [state, setState] = useState<'idle' | 'running' | { failed: string }>('idle')
  const start = async () => {
    setState('running')
    try {
      const { updated } = await bulk.run(ids)
      await refreshDesk()
      setState('idle')
      clear()
      showSuccess(bulk.done(updated))
    } catch (error) {
      setState({ failed: explainRejection(error, 'Nothing was changed. Please try again.') })
      refreshDesk()
    }
  }
  return (
    <>
      <Button look="quiet" small busy={state === 'running' && bulk.busy} onClick={start}>
        {bulk.label}
      </Button>
      {typeof state === 'object' && (
        <p className="text-[0.875rem] text-loss" role="alert">
          {state.failed}
        </p>
      )}
    </>
  )
}
