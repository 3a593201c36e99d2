import { explainDashboardFailure, refreshDashboard } from '#core/portfolio'
import type { QueryView } from '#core/query-view'
import { RetryBanner } from '#ui/RetryBanner'

/** Above figures of which some could not be read again, and are no longer the newest. Nothing where all are. */
export function RefreshFailure({ views }: { views: readonly QueryView<unknown>[] }) {
  const outdated = views.find((view) => view.status === 'failed' && view.last !== undefined)
  if (outdated?.status !== 'failed') return null
  return (
    <RetryBanner busy={outdated.updating} onRetry={refreshDashboard}>
      <p>
        {explainDashboardFailure(outdated.error)}{' '}
        <span className="text-ink-2">The figures below are the last ones loaded.</span>
      </p>
    </RetryBanner>
  )
}
