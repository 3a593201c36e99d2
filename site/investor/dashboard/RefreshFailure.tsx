import { explainDashboardFailure, refreshDashboard } from '#core/portfolio'
import { RetryBanner } from '#ui/RetryBanner'

/** Above figures that are no longer the newest. */
export function RefreshFailure({ error, updating }: { error: unknown; updating: boolean }) {
  return (
    <RetryBanner busy={updating} onRetry={refreshDashboard}>
      <p>
        {explainDashboardFailure(error)}{' '}
        <span className="text-ink-2">The figures below are the last ones loaded.</span>
      </p>
    </RetryBanner>
  )
}
