import { explainDashboardFailure, refreshDashboard } from '#core/query/portfolio'
import type { Remote } from '#core/query/remote'
import { RetryBanner } from '#ui/RetryBanner'

/** Above figures of which some could not be refetched. Empty when all are current. */
export function RefreshFailure({ views }: { views: readonly Remote<unknown>[] }) {
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
