import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import type { FilterRules } from './url-state.ts'
import type { ListState } from './use-list.ts'

/** What a list is drawn of, as `ListTable` and its rows get it. */
export interface ListTableProps<Row, R extends FilterRules> {
  state: ListState<Row, R>
  /** What the rows are, for those who listen: 'Users'. */
  caption: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => number | string
  /** What a row is called in the names of its controls: 'Amara Okafor'. */
  rowName: (row: Row) => string
  /** Buttons and links at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** What stands in place of the actions of a row that has left the list and keeps its place under the pointer. */
  gone?: string
  /** Turns selection on: what can be done with the rows selected. `clear` unselects them. */
  bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  /** More of a row, below it, opened by a button in its first cell. */
  detail?: (row: Row) => ReactNode
  /** Rows drawn paler, such as inactive ones. */
  isDim?: (row: Row) => boolean
  /** Search and filters. */
  tools?: ReactNode
  /** What an empty list says, and the next step. */
  empty: { title: string; hint?: ReactNode }
  /** What is said when it cannot be read: 'Failed to fetch users'. */
  failure: string
}
