import { getDashboardErrorMessage, refreshDashboard } from '#core/query/portfolio/portfolio'
import type { Remote } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { LinkButton } from '#ui/Button'
import { RemoteError } from '#ui/RemoteView'

interface DashboardFailureProps {
  /** The portfolio first, then the queries that a tab partly shows. */
  views: readonly [Remote<unknown>, ...Remote<unknown>[]]
}

/**
 * The single message about a tab's queries, shown instead of figures that never loaded or above figures of which some
 * could not be refreshed. Empty if all are current.
 */
export function DashboardError({ views }: DashboardFailureProps) {
  const [portfolio] = views
  const isMissing = portfolio.status === 'failed' && portfolio.lastData === undefined
  const outdated = views.find((view) => view.status === 'failed' && view.lastData !== undefined)
  return (
    <RemoteError
      view={isMissing ? portfolio : (outdated ?? portfolio)}
      failure={(error) => [getDashboardErrorMessage(error)]}
      last="Showing the last figures loaded."
      title="Your figures could not be loaded"
      action={
        // Reloads the page: no data of this session may stay in memory, and with a stored session the sign-in page
        // would redirect back here.
        <LinkButton look="quiet" href="/access/login" onClick={investorSession.clear}>
          Sign In Again
        </LinkButton>
      }
      onRetry={refreshDashboard}
    />
  )
}
