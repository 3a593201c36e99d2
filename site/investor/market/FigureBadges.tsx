import type { MarketView } from '#core/market/market-view'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'

const OLD = 'These figures are old: no newer ones have come since.'

/** The source of a view's figures, and their time if they are outdated. Empty while there are none. */
export function FigureBadges({ view }: { view: MarketView<unknown> }) {
  if (view.status === 'loading') return null
  if (view.status === 'sample') return <ProvenanceBadge provenance="sample" />
  const delayed = view.delayed && <ProvenanceBadge provenance="delayed" asOf={view.asOf} description={OLD} />
  // Outdated figures of a simulated market get both badges.
  if (view.source === 'live') return delayed || <ProvenanceBadge provenance="live" />
  return (
    <>
      <ProvenanceBadge provenance="simulated" />
      {delayed}
    </>
  )
}
