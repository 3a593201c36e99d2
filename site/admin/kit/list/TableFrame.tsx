import type { MouseEvent, ReactNode, RefObject } from 'react'
import { type FilterRules, getNextSort } from '#core/list/url-state'
import { Icon } from '#ui/Icon'
import { chevronIcon } from '#ui/icons/account'
import type { Column } from './column-visibility.ts'
import { SelectAllCheckbox } from './SelectAllCheckbox.tsx'
import type { ListTableProps } from './table-props.ts'
import { useDelayedFlag } from './use-delayed-flag.ts'
import { useIsOverflowing } from './use-is-overflowing.ts'
import type { ListState } from './use-list.ts'
import type { Selection } from './use-selection.ts'

type TableFrameProps<Row, R extends FilterRules> = Pick<
  ListTableProps<Row, R>,
  'state' | 'caption' | 'columns' | 'actions'
> & {
  region: RefObject<HTMLElement | null>
  /** The body of the table: rows that do not move under the pointer. */
  body: RefObject<HTMLTableSectionElement | null>
  busy: boolean
  isStale: boolean
  /** How many rows belong to the requested page; the ones after them are about to be replaced. */
  current: number
  selection: Selection<Row> | undefined
  children: ReactNode
}

/** Ignores a click in a row that is about to be replaced. A key press also arrives as a click. */
function ignoreInStaleRow(event: MouseEvent<HTMLElement>, current: number) {
  const firstStale = event.currentTarget.querySelectorAll('[data-row]')[current]
  const target = event.target as Node
  const isStale =
    firstStale?.contains(target) ||
    (firstStale && firstStale.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
  if (!isStale) return
  event.preventDefault()
  event.stopPropagation()
}

/** The table and its header. If even the last columns do not fit, it scrolls sideways below its actions. */
export function TableFrame<Row, R extends FilterRules>(props: TableFrameProps<Row, R>) {
  const { state, caption, columns, actions, region, body, busy, isStale, current, selection, children } =
    props
  const overflows = useIsOverflowing(region)
  // Dimming repaints the whole table, so not while a press is being acknowledged.
  const isDim = useDelayedFlag(busy)
  const scrolling = overflows ? { tabIndex: 0, 'aria-label': `${caption}, scrolls horizontally` } : {}
  return (
    // The containing block for visually hidden elements, which would otherwise make the page as wide as the table.
    <section
      ref={region}
      className="list-scroll relative"
      data-overflows={overflows || undefined}
      {...scrolling}
    >
      <table
        className={`list-table w-full text-[0.9375rem] transition-opacity ${isDim ? 'opacity-50' : ''}`}
        aria-busy={busy || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="list-check">
                <SelectAllCheckbox
                  selection={selection}
                  isStale={isStale}
                  aria-label="Select all on this page"
                />
              </th>
            )}
            {columns.map((column, at) => (
              <Head key={column.id} column={column} isFoldable={at > 0 && !column.isKept} state={state} />
            ))}
            {actions && (
              <th scope="col" className="list-actions">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        {/* Rows of an earlier query can be read but not acted on. `inert` would restyle every element in them. */}
        <tbody
          ref={body}
          onClickCapture={busy ? (event) => ignoreInStaleRow(event, isStale ? 0 : current) : undefined}
        >
          {children}
        </tbody>
      </table>
    </section>
  )
}

function Head<Row, R extends FilterRules>({
  column,
  isFoldable,
  state,
}: {
  column: Column<Row>
  isFoldable: boolean
  state: ListState<Row, R>
}) {
  const { label, sort, align, startsDescending = false, width } = column
  const style = width === undefined ? undefined : { minWidth: `${width}em` }
  const { sort: current } = state.query
  const right = align === 'right' ? 'text-right' : ''
  if (!sort) {
    return (
      <th scope="col" className={right} style={style} data-foldable={isFoldable || undefined}>
        {label}
      </th>
    )
  }
  const direction = current === sort ? 'ascending' : current === `-${sort}` ? 'descending' : undefined
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={right}
      style={style}
      data-foldable={isFoldable || undefined}
    >
      <button
        type="button"
        className="inline-flex cursor-pointer items-center gap-1 py-1 hover:text-ink"
        onClick={() => state.show({ sort: getNextSort(current, sort, startsDescending) })}
      >
        {label}
        <Icon
          path={chevronIcon}
          size={14}
          className={`transition-transform ${direction ? 'text-ink' : 'opacity-35'} ${direction === 'ascending' ? 'rotate-180' : ''}`}
        />
      </button>
    </th>
  )
}
