import { dataOf, type Remote } from '#core/query/remote'
import { isDelayed, type Sourced } from '#core/query/sourced'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'

const OLD = 'These figures are old: no newer ones have come since.'

/** The source of a view's figures, and their time if they are outdated. Empty while there are none. */
export function FigureBadges({ view }: { view: Remote<Sourced<unknown>> }) {
  const figures = dataOf(view)
  if (!figures) return null
  if (figures.source === 'sample') return <ProvenanceBadge provenance="sample" />
  const delayed = isDelayed(view) && (
    <ProvenanceBadge provenance="delayed" asOf={figures.asOf} description={OLD} />
  )
  // Outdated figures of a simulated market get both badges.
  if (figures.source === 'live') return delayed || <ProvenanceBadge provenance="live" />
  return (
    <>
      <ProvenanceBadge provenance="simulated" />
      {delayed}
    </>
  )
}

/** What is on screen after a failure, below its message. */
export const describeLast = (view: Remote<Sourced<unknown>>): string =>
  dataOf(view)?.source === 'sample'
    ? 'Sample data is shown until the figures can be loaded. It is not real.'
    : 'The last figures loaded are shown.'
