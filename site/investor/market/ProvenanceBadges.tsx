import { type DataWithProvenance, isDelayed } from '#core/query/data-provenance'
import { getData, type Remote } from '#core/query/remote'
import { ProvenanceBadge } from '#ui/ProvenanceBadge'

const OLD = 'These figures are delayed: no newer data has been received.'

/** The source of a view's figures, and their time if outdated. Empty while there are none. */
export function ProvenanceBadges({ view }: { view: Remote<DataWithProvenance<unknown>> }) {
  const figures = getData(view)
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

/** What is on screen after a failure, shown below its message. */
export const describeStaleData = (view: Remote<DataWithProvenance<unknown>>): string =>
  getData(view)?.source === 'sample'
    ? 'Showing sample data, not real figures, until live data loads.'
    : 'Showing the last figures loaded.'
