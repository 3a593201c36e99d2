import { Fragment, memo, useId, useState } from 'react'
import type { FilterRules } from '#core/list/url-state'
import { Icon } from '#ui/Icon'
import { chevronIcon } from '#ui/icons/account'
import { Skeleton } from '#ui/Skeleton'
import type { Column } from './column-visibility.ts'
import type { ListTableProps } from './table-props.ts'
import type { Selection } from './use-selection.ts'

interface RowsProps<Row, R extends FilterRules> {
  /** The list's props: new after each render of its section, but unchanged when rows are selected. */
  list: ListTableProps<Row, R>
  rows: readonly Row[]
  /** How many rows belong to the requested page; the ones after them are about to be replaced. */
  current: number
  /** All rows belong to an earlier query. */
  isStale: boolean
  columns: readonly Column<Row>[]
  /** Columns that do not fit; each row shows their labels and values below its first cell. */
  folded: readonly Column<Row>[]
  /** Whether a row has left the list and only keeps its position. */
  isGone: (row: Row) => boolean
  selection: Selection<Row> | undefined
}

/** One page of rows. */
export function TableRows<Row, R extends FilterRules>(props: RowsProps<Row, R>) {
  const { list, rows, current, isStale, columns, folded, isGone, selection } = props
  return rows.map((row, at) => (
    <Row
      key={list.rowKey(row)}
      list={list}
      row={row}
      columns={columns}
      folded={folded}
      isWaiting={isStale || at >= current}
      hasLeft={at < current && isGone(row)}
      isSelected={selection?.isSelected(row)}
      onSelect={selection?.toggle}
    />
  ))
}

interface RowProps<Row, R extends FilterRules>
  extends Pick<RowsProps<Row, R>, 'list' | 'columns' | 'folded'> {
  row: Row
  /** The row is about to be replaced. */
  isWaiting: boolean
  hasLeft: boolean
  isSelected: boolean | undefined
  /** Turns selection on. */
  onSelect: ((row: Row) => void) | undefined
}

/** Whether a row can skip rerendering: a row about to be replaced is not rerendered just because its list is. */
function isDrawn<Row, R extends FilterRules>(before: RowProps<Row, R>, after: RowProps<Row, R>): boolean {
  const names = Object.keys(after) as (keyof typeof after)[]
  return names.every(
    (name) => before[name] === after[name] || name === 'isWaiting' || (name === 'list' && after.isWaiting),
  )
}

/** Rerendered only when it may have changed: of hundreds of rows, only the selected one. */
const Row = memo(DrawnRow, isDrawn) as typeof DrawnRow

function DrawnRow<Row, R extends FilterRules>(props: RowProps<Row, R>) {
  const { list, row, columns, folded, hasLeft, isSelected, onSelect } = props
  const { rowName, actions, detail, isDim } = list
  const [open, setOpen] = useState(false)
  const id = useId()
  const width = columns.length + (actions ? 1 : 0) + (onSelect ? 1 : 0)
  return (
    <Fragment>
      <tr
        className={hasLeft || isDim?.(row) ? 'list-dim' : undefined}
        data-selected={isSelected || undefined}
        data-row
        tabIndex={-1}
      >
        {onSelect && (
          <td className="list-check">
            <input
              type="checkbox"
              className="size-4 accent-current"
              aria-label={`Select ${rowName(row)}`}
              disabled={hasLeft}
              checked={isSelected}
              onChange={() => onSelect(row)}
            />
          </td>
        )}
        <Cells {...{ list, row, columns, folded, hasLeft, id, open, setOpen }} />
      </tr>
      {detail && (
        <tr id={id} hidden={!open} className="list-detail">
          <td colSpan={width}>{open && detail(row)}</td>
        </tr>
      )}
    </Fragment>
  )
}

interface CellsProps<Row, R extends FilterRules>
  extends Pick<RowProps<Row, R>, 'list' | 'columns' | 'folded' | 'row' | 'hasLeft'> {
  /** Id of the row's detail. */
  id: string
  open: boolean
  setOpen: (open: boolean) => void
}

/** The content of a row, which is unaffected when all rows are selected. */
const Cells = memo(DrawnCells) as typeof DrawnCells

function DrawnCells<Row, R extends FilterRules>(props: CellsProps<Row, R>) {
  const { list, row, columns, folded, hasLeft, id, open, setOpen } = props
  const { actions, detail, gone = 'No longer in this list' } = list
  const left = hasLeft && <span className="text-[0.875rem] text-ink-2">{gone}</span>
  return (
    <>
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-label={column.label}
          className={`${at === 0 ? 'list-name' : ''} ${column.align === 'right' ? 'num text-right text-[0.875rem]' : ''}`}
        >
          {at === 0 && detail ? (
            <button
              type="button"
              className="flex cursor-pointer items-center gap-1.5 text-left"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <Icon path={chevronIcon} size={16} className={`text-ink-3 ${open ? '' : '-rotate-90'}`} />
              {column.cell(row)}
            </button>
          ) : (
            // A single element, so that on a phone it is beside its label.
            <div className="min-w-0">{column.cell(row)}</div>
          )}
          {at === 0 && <Folded columns={folded} row={row} />}
          {at === 0 && !actions && left}
        </td>
      ))}
      {actions && (
        <td className="list-actions">
          <div className="flex items-center justify-end gap-2 max-sm:flex-wrap max-sm:justify-start">
            {left || actions(row)}
          </div>
        </td>
      )}
    </>
  )
}

/** The labeled values of a row's columns that do not fit. */
function Folded<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  if (columns.length === 0) return null
  return (
    <dl className="list-folded">
      {columns.map(({ id, label, cell }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

const widths = ['max-w-36', 'max-w-44', 'max-w-20', 'max-w-24', 'max-w-28']

type LoadingRowsProps<Row, R extends FilterRules> = Pick<
  ListTableProps<Row, R>,
  'columns' | 'actions' | 'bulk'
> & { count: number }

/** Row placeholders during the first load. */
export function TableRowsSkeleton<Row, R extends FilterRules>(props: LoadingRowsProps<Row, R>) {
  const { columns, actions, bulk, count } = props
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed number of placeholders
    <tr key={at}>
      {bulk && (
        <td className="list-check">
          <Skeleton className="size-4" />
        </td>
      )}
      {columns.map((column, place) => (
        <td key={column.id} className={place === 0 ? 'list-name' : undefined}>
          <Skeleton
            className={`h-4 w-full ${widths[place % widths.length]} ${column.align === 'right' ? 'ml-auto' : ''}`}
          />
        </td>
      ))}
      {actions && (
        <td className="list-actions">
          <Skeleton className="ml-auto h-[38px] w-24 max-sm:ml-0" />
        </td>
      )}
    </tr>
  ))
}
