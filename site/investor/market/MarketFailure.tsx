import type { MarketView } from '#core/market/market-view'
import { RetryBanner } from '#ui/RetryBanner'

interface MarketFailureProps {
  view: MarketView<unknown>
  kind: 'error' | 'warning'
  /** What the failure is called. */
  tell: (failure: unknown) => string
  onRetry: () => void
}

/** What stands below a failure, by what there is to show. */
const instead = {
  sample: 'Sample data is shown until the figures can be loaded. It is not real.',
  ready: 'The last figures loaded are shown.',
}

/** Above figures that are not the newest, or not real: why, and another try. Nothing where nothing has failed. */
export function MarketFailure({ view, kind, tell, onRetry }: MarketFailureProps) {
  if (view.status === 'loading' || view.failure === undefined) return null
  return (
    <RetryBanner kind={kind} label="Retry" busy={view.updating} onRetry={onRetry}>
      {tell(view.failure)}
      <span className="block text-[0.875rem] text-ink-2">{instead[view.status]}</span>
    </RetryBanner>
  )
}
