import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import type { ListView } from './use-list.ts'

/** In place of the rows where the server refused a filter; the field says why too, where the list has one for it. */
export function RefusedFilters({
  of: { faults, widen },
}: {
  of: Pick<ListView<unknown>, 'faults' | 'widen'>
}) {
  return (
    <EmptyState title="No list for these filters">
      <p>{Object.values(faults).join('. ')}. Change the filter above, or start again.</p>
      <Button look="quiet" small className="mt-4" onClick={widen}>
        Clear search and filters
      </Button>
    </EmptyState>
  )
}
