import type { MarketView } from '#core/market/market-view'
import { RetryBanner } from '#ui/RetryBanner'

interface MarketFailureProps {
  view: MarketView<unknown>
  kind: 'error' | 'warning'
  /** Returns the message of a failure. */
  tell: (failure: unknown) => string
  onRetry: () => void
}

/** The text below a failure, by the figures on screen. */
const instead = {
  sample: 'Sample data is shown until the figures can be loaded. It is not real.',
  ready: 'The last figures loaded are shown.',
}

/** Above figures that are outdated or not real: the reason, and a button to retry. Empty without a failure. */
export function MarketFailure({ view, kind, tell, onRetry }: MarketFailureProps) {
  if (view.status === 'loading' || view.failure === undefined) return null
  return (
    <RetryBanner kind={kind} label="Retry" busy={view.updating} onRetry={onRetry}>
      {tell(view.failure)}
      <span className="block text-[0.875rem] text-ink-2">{instead[view.status]}</span>
    </RetryBanner>
  )
}
