import type { ReactNode } from 'react'
import type { FilterRules } from '#core/list/url-state'
import type { Column } from './column-visibility.ts'
import type { ListState } from './use-list.ts'

/**
 * The props of `ListTable` and its rows. Rows are rendered slightly later than the rest, so anything a press in a row
 * must change immediately, such as a busy button, belongs in the state of a component in the row.
 */
export interface ListTableProps<Row, R extends FilterRules> {
  state: ListState<Row, R>
  /** What the rows are, for screen readers: 'Users'. */
  caption: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => number | string
  /** A row's name in the labels of its controls: 'Amara Okafor'. */
  rowName: (row: Row) => string
  /** Buttons and links at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** Shown instead of the actions of a row that has left the list but keeps its position under the pointer. */
  gone?: string
  /** Turns selection on: the actions for the selected rows. `clear` deselects them. */
  bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  /** Additional content below a row, expanded by a button in its first cell. */
  detail?: (row: Row) => ReactNode
  /** Rows shown muted, such as inactive ones. */
  isDim?: (row: Row) => boolean
  /** Search and filters. */
  tools?: ReactNode
  /** The message of an empty list, with the next step. */
  empty: { title: string; hint?: ReactNode }
  /** The message if the list cannot be loaded: 'Failed to fetch users'. */
  failure: string
}
