import type { MarketView } from '#core/market/market-view'
import { Mark } from '#ui/Mark'

const OLD = 'These figures are old: no newer ones have come since.'

/** Where the figures of a view come from, and since when nothing newer has come. Nothing while there are none. */
export function FigureMarks({ view }: { view: MarketView<unknown> }) {
  if (view.status === 'loading') return null
  if (view.status === 'sample') return <Mark provenance="sample" />
  const delayed = view.delayed && <Mark provenance="delayed" asOf={view.asOf} told={OLD} />
  // Old figures of a made-up market are both.
  if (view.source === 'live') return delayed || <Mark provenance="live" />
  return (
    <>
      <Mark provenance="simulated" />
      {delayed}
    </>
  )
}
