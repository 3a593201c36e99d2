import { explainDashboardFailure, refreshDashboard } from '#core/query/portfolio'
import type { Remote } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { Button, LinkButton } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { alertIcon } from '#ui/icons/signs'
import { RemoteFailure } from '#ui/RemoteView'

interface DashboardFailureProps {
  /** The portfolio first, then the readings of which a tab shows parts. */
  views: readonly [Remote<unknown>, ...Remote<unknown>[]]
}

/**
 * Shown instead of figures that could never be loaded, or above figures of which some could not be loaded again. Empty
 * when all are current.
 */
export function DashboardFailure({ views }: DashboardFailureProps) {
  const [portfolio] = views
  if (portfolio.status === 'failed' && portfolio.last === undefined) return <Missing {...portfolio} />
  const outdated = views.find((view) => view.status === 'failed' && view.last !== undefined)
  if (!outdated) return null
  return (
    <RemoteFailure
      view={outdated}
      failure={(error) => [explainDashboardFailure(error)]}
      last="The figures below are the last ones loaded."
      onRetry={refreshDashboard}
    />
  )
}

function Missing({ error, updating }: { error: unknown; updating: boolean }) {
  return (
    <section className="panel grid justify-items-start gap-4 px-8 py-12 max-sm:px-4 max-sm:py-8" role="alert">
      <Icon of={alertIcon} size={28} className="text-loss" />
      <div>
        <h2 className="text-[1.5rem]">Your figures cannot be shown</h2>
        <p className="mt-2 max-w-[60ch] text-ink-2">{explainDashboardFailure(error)}</p>
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={refreshDashboard} busy={updating && 'Loading...'}>
          Try again
        </Button>
        {/*
         * Reloads the page: no data of this session may stay in memory, and with a stored session the login would
         * redirect back here.
         */}
        <LinkButton look="quiet" href="/access/login" onClick={investorSession.clear}>
          Sign In Again
        </LinkButton>
      </div>
    </section>
  )
}
