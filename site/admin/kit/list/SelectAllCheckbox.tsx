import { type InputHTMLAttributes, startTransition, useOptimistic } from 'react'
import type { Selection } from './use-selection.ts'

interface SelectAllProps<Row> extends Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label'> {
  selection: Selection<Row>
  /** The rows belong to an earlier query and cannot be selected. */
  isStale: boolean
}

/** The check box that selects every row of the page. */
export function SelectAllCheckbox<Row>({ selection, isStale, ...label }: SelectAllProps<Row>) {
  // Shown before the rows are rerendered.
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
      // Not disabled meanwhile, because it would lose the focus.
      onChange={() => isStale || toggle()}
      {...label}
    />
  )
}
