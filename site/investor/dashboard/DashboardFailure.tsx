import { explainDashboardFailure, refreshDashboard } from '#core/query/portfolio'
import type { Remote } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { LinkButton } from '#ui/Button'
import { RemoteFailure } from '#ui/RemoteView'

interface DashboardFailureProps {
  /** The portfolio first, then the readings of which a tab shows parts. */
  views: readonly [Remote<unknown>, ...Remote<unknown>[]]
}

/**
 * The one message about the readings of a tab: instead of figures that could never be loaded, or above figures of
 * which some could not be loaded again. Empty when all are current.
 */
export function DashboardFailure({ views }: DashboardFailureProps) {
  const [portfolio] = views
  const isMissing = portfolio.status === 'failed' && portfolio.last === undefined
  const outdated = views.find((view) => view.status === 'failed' && view.last !== undefined)
  return (
    <RemoteFailure
      view={isMissing ? portfolio : (outdated ?? portfolio)}
      failure={(error) => [explainDashboardFailure(error)]}
      last="The figures below are the last ones loaded."
      title="Your figures cannot be shown"
      action={
        // Reloads the page: no data of this session may stay in memory, and with a stored session the login would
        // redirect back here.
        <LinkButton look="quiet" href="/access/login" onClick={investorSession.clear}>
          Sign In Again
        </LinkButton>
      }
      onRetry={refreshDashboard}
    />
  )
}
