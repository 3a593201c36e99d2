import { explainDashboardFailure, refreshDashboard } from '#core/portfolio'
import { Banner } from '#ui/Banner'
import { Button } from '#ui/Button'

/** Above figures that are no longer the newest. */
export function RefreshFailure({ error }: { error: unknown }) {
  return (
    <Banner kind="error">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p>
          {explainDashboardFailure(error)}{' '}
          <span className="text-ink-2">The figures below are the last ones loaded.</span>
        </p>
        <Button look="quiet" small onClick={refreshDashboard}>
          Try again
        </Button>
      </div>
    </Banner>
  )
}
