import type { InputHTMLAttributes } from 'react'
import type { Selection } from './use-selection.ts'

interface SelectAllProps<Row> extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label'> {
  selection: Selection<Row>
  /** The rows are of an earlier query: they cannot be selected. */
  isStale: boolean
}

/** The box that selects every row of the page. */
export function SelectAll<Row>({ selection, isStale, ...label }: SelectAllProps<Row>) {
  return (
    <input
      type="checkbox"
      className="size-4 accent-current"
      checked={selection.isAll}
      disabled={selection.isEmpty}
      // Not disabled meanwhile: it would lose the focus.
      onChange={() => isStale || selection.toggleAll()}
      {...label}
    />
  )
}
