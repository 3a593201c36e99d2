import type { ReactNode } from 'react'
import { formatDateTime } from '#core/format/format'

export type Provenance = 'live' | 'delayed' | 'simulated' | 'sample'

const words: Record<Provenance, { mark: string; description: string }> = {
  live: { mark: 'Live', description: 'These figures are live.' },
  delayed: {
    mark: 'Delayed',
    description: 'These figures are delayed: no source has responded recently.',
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
  /** Text for screen readers if the figures are not prices. */
  description?: string
}

/** The provenance badge of a figure, shown beside it everywhere. */
export function ProvenanceBadge({ provenance, asOf, dot, description }: ProvenanceBadgeProps) {
  const { mark, description: byDefault } = words[provenance]
  return (
    <span className="mark" data-provenance={provenance}>
      {dot ?? <i />}
      {mark}
      {asOf && <time dateTime={asOf}>{formatDateTime(asOf)}</time>}
      <span className="visually-hidden">. {description ?? byDefault}</span>
    </span>
  )
}
