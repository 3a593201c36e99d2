import { type InputHTMLAttributes, startTransition, useOptimistic } from 'react'
import type { Selection } from './use-selection.ts'

interface SelectAllProps<Row> extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label'> {
  selection: Selection<Row>
  /** The rows are of an earlier query: they cannot be selected. */
  isStale: boolean
}

/** The box that selects every row of the page. */
export function SelectAll<Row>({ selection, isStale, ...label }: SelectAllProps<Row>) {
  // Shown before the rows are drawn anew.
  const [isAll, showAll] = useOptimistic(selection.isAll)
  const toggle = () =>
    startTransition(() => {
      showAll(!isAll)
      selection.selectAll(!isAll)
    })
  return (
    <input
      type="checkbox"
      className="size-4 accent-current"
      checked={isAll}
      disabled={selection.isEmpty}
      // Not disabled meanwhile: it would lose the focus.
      onChange={() => isStale || toggle()}
      {...label}
    />
  )
}
