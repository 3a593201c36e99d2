import type { ReactNode } from 'react'
import type { FilterRules } from '#core/list/url-state'
import type { Column } from './columns.ts'
import type { ListState } from './use-list.ts'

/**
 * The props of `ListTable` and its rows. The rows are drawn a moment later than the rest: what a press in a row must
 * change at once, such as a button that is busy, is a state of a component in the row.
 */
export interface ListTableProps<Row, R extends FilterRules> {
  state: ListState<Row, R>
  /** What the rows are, for screen readers: 'Users'. */
  caption: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => number | string
  /** The name of a row in the labels of its controls: 'Amara Okafor'. */
  rowName: (row: Row) => string
  /** Buttons and links at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** Shown instead of the actions of a row that has left the list and keeps its position under the pointer. */
  gone?: string
  /** Turns selection on: what can be done with the rows selected. `clear` unselects them. */
  bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  /** More of a row, below it, opened by a button in its first cell. */
  detail?: (row: Row) => ReactNode
  /** Rows drawn paler, such as inactive ones. */
  isDim?: (row: Row) => boolean
  /** Search and filters. */
  tools?: ReactNode
  /** The message of an empty list, and the next step. */
  empty: { title: string; hint?: ReactNode }
  /** The message when the list cannot be read: 'Failed to fetch users'. */
  failure: string
}
