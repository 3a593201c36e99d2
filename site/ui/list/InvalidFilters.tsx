import { Button } from '#ui/Button'
import { EmptyState } from '#ui/EmptyState'
import type { ListView } from './use-list-view.ts'

/**
 * Shown in place of the rows if the server rejected a filter; the filter's field, if there is one, shows the reason
 * too.
 */
export function InvalidFilters({
  list: { faults, widen },
}: {
  list: Pick<ListView<unknown>, 'faults' | 'widen'>
}) {
  return (
    <EmptyState title="These filters are not valid">
      <p>{Object.values(faults).join('. ')}. Change the filters above, or clear them.</p>
      <Button look="quiet" small className="mt-4" onClick={widen}>
        Clear search and filters
      </Button>
    </EmptyState>
  )
}
