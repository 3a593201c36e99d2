import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#ui/Icon'
import { chevronIcon } from '#ui/icons/account'
import { Skeleton } from '#ui/Skeleton'
import type { Column } from './columns.ts'
import { type FilterRules, nextSort } from './list-address.ts'
import type { ListTableProps } from './table-props.ts'
import type { ListState } from './use-list.ts'
import type { Selection } from './use-selection.ts'

type RowsProps<Row, R extends FilterRules> = ListTableProps<Row, R> & {
  rows: readonly Row[]
  selection: Selection<Row> | undefined
}

/** One page of rows. */
export function Rows<Row, R extends FilterRules>(props: RowsProps<Row, R>) {
  const { state, rows, rowKey, selection, columns, actions } = props
  const width = columns.length + (actions ? 1 : 0) + (selection ? 1 : 0)
  return (
    <Frame {...props} busy={state.isStale} selection={selection}>
      {rows.map((row) => (
        <Row key={rowKey(row)} {...props} row={row} width={width} />
      ))}
    </Frame>
  )
}

type FrameProps<Row, R extends FilterRules> = Pick<
  ListTableProps<Row, R>,
  'state' | 'caption' | 'columns' | 'actions'
> & { busy: boolean; selection: Selection<Row> | undefined; children: ReactNode }

/** The table and its head, which scrolls sideways where it is wider than its place. */
function Frame<Row, R extends FilterRules>(props: FrameProps<Row, R>) {
  const { state, caption, columns, actions, busy, selection, children } = props
  const region = useRef<HTMLElement>(null)
  const overflows = useOverflow(region)
  const scrolling = overflows ? { tabIndex: 0, 'aria-label': `${caption}, scrolls sideways` } : {}
  return (
    // The place of what is hidden from the eye, which would make the page as wide as the table.
    <section ref={region} className="relative overflow-x-auto" {...scrolling}>
      <table
        className={`list-table w-full text-[0.9375rem] transition-opacity ${busy ? 'opacity-50' : ''}`}
        aria-busy={busy || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="list-check">
                <input
                  type="checkbox"
                  className="size-4 accent-current"
                  aria-label="Select all on this page"
                  checked={selection.isAll}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} state={state} />
            ))}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        {/* Rows that answer another query are looked at, and nothing is done to them. */}
        <tbody inert={busy}>{children}</tbody>
      </table>
    </section>
  )
}

function Head<Row, R extends FilterRules>({
  column,
  state,
}: {
  column: Column<Row>
  state: ListState<Row, R>
}) {
  const { label, sort, align, startsDescending = false } = column
  const { sort: current } = state.query
  const right = align === 'right' ? 'text-right' : ''
  if (!sort) {
    return (
      <th scope="col" className={right}>
        {label}
      </th>
    )
  }
  const direction = current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={direction} className={right}>
      <button
        type="button"
        className="inline-flex cursor-pointer items-center gap-1 py-1 hover:text-ink"
        onClick={() => state.show({ sort: nextSort(current, sort, startsDescending) })}
      >
        {label}
        <Icon
          of={chevronIcon}
          size={14}
          className={`transition-transform ${direction ? 'text-ink' : 'opacity-35'} ${direction === 'ascending' ? 'rotate-180' : ''}`}
        />
      </button>
    </th>
  )
}

function Row<Row, R extends FilterRules>(props: RowsProps<Row, R> & { row: Row; width: number }) {
  const { row, columns, rowName, actions, detail, isDim, selection, width } = props
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <Fragment>
      <tr
        className={isDim?.(row) ? 'list-dim' : undefined}
        data-selected={selection?.isSelected(row) || undefined}
      >
        {selection && (
          <td className="list-check">
            <input
              type="checkbox"
              className="size-4 accent-current"
              aria-label={`Select ${rowName(row)}`}
              checked={selection.isSelected(row)}
              onChange={() => selection.toggle(row)}
            />
          </td>
        )}
        {columns.map((column, at) => {
          const content = column.cell(row)
          return (
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
                  <Icon of={chevronIcon} size={16} className={`text-ink-3 ${open ? '' : '-rotate-90'}`} />
                  {content}
                </button>
              ) : (
                // One element: on a phone it stands beside its label.
                <div className="min-w-0">{content}</div>
              )}
            </td>
          )
        })}
        {actions && (
          <td className="list-actions">
            <div className="flex justify-end gap-2 max-sm:flex-wrap max-sm:justify-start">{actions(row)}</div>
          </td>
        )}
      </tr>
      {detail && (
        <tr id={id} hidden={!open} className="list-detail">
          <td colSpan={width}>{open && detail(row)}</td>
        </tr>
      )}
    </Fragment>
  )
}

const widths = ['w-36', 'w-44', 'w-20', 'w-24', 'w-28']

/** The rows' places while the first ones are loading. */
export function LoadingRows<Row, R extends FilterRules>(props: ListTableProps<Row, R> & { count: number }) {
  const { columns, actions, bulk, count } = props
  return (
    <Frame {...props} busy selection={undefined}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places of a fixed drawing
        <tr key={at}>
          {columns.map((column, place) => (
            <td key={column.id} className={place === 0 ? 'list-name' : undefined}>
              <Skeleton
                className={`h-4 max-w-full ${widths[place % widths.length]} ${column.align === 'right' ? 'ml-auto' : ''} ${place === 0 && bulk ? 'ml-10' : ''}`}
              />
            </td>
          ))}
          {actions && (
            <td className="list-actions">
              <Skeleton className="ml-auto h-[38px] w-24 max-sm:ml-0" />
            </td>
          )}
        </tr>
      ))}
    </Frame>
  )
}

/** Whether an element is narrower than what stands in it: then the keyboard must reach it to scroll. */
function useOverflow(ref: { current: HTMLElement | null }): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [ref])
  return overflows
}
