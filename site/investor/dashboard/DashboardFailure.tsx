import { explainDashboardFailure, refreshDashboard } from '#core/query/portfolio'
import { investorSession } from '#core/session/session'
import { Button, LinkButton } from '#ui/Button'
import { Icon } from '#ui/Icon'
import { alertIcon } from '#ui/icons/signs'

/** Shown instead of figures that could not be loaded. */
export function DashboardFailure({ error, updating }: { error: unknown; updating: boolean }) {
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
