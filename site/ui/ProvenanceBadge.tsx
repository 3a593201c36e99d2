import type { ReactNode } from 'react'
import { formatMoment } from '#core/format/format'

export type Provenance = 'live' | 'delayed' | 'simulated' | 'sample'

const words: Record<Provenance, { mark: string; description: string }> = {
  live: { mark: 'Live', description: 'These figures are live.' },
  delayed: {
    mark: 'Delayed',
    description: 'These figures are real but old: no source has responded lately.',
  },
  simulated: { mark: 'Simulated', description: 'These figures are simulated, not real prices.' },
  sample: {
    mark: 'Sample data',
    description: 'The prices could not be loaded. These are sample figures, not real prices.',
  },
}

interface ProvenanceBadgeProps {
  provenance: Provenance
  /** Timestamp of old figures; undefined for current ones. */
  asOf?: string | undefined
  /** Shown in place of the badge's own dot. */
  dot?: ReactNode
  /** Text for screen readers, when the figures are not prices. */
  description?: string
}

/** The provenance badge of a figure, shown wherever the figure is shown. */
export function ProvenanceBadge({ provenance, asOf, dot, description }: ProvenanceBadgeProps) {
  const { mark, description: byDefault } = words[provenance]
  return (
    <span className="mark" data-provenance={provenance}>
      {dot ?? <i />}
      {mark}
      {asOf && <time dateTime={asOf}>{formatMoment(asOf)}</time>}
      <span className="visually-hidden">. {description ?? byDefault}</span>
    </span>
  )
}
