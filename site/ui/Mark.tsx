import type { ReactNode } from 'react'
import { formatMoment } from '#core/format/format'

export type Provenance = 'live' | 'delayed' | 'simulated' | 'sample'

const words: Record<Provenance, { mark: string; told: string }> = {
  live: { mark: 'Live', told: 'These figures are live.' },
  delayed: {
    mark: 'Delayed',
    told: 'These figures are real but old: no source has answered lately.',
  },
  simulated: { mark: 'Simulated', told: 'These figures are simulated, not real prices.' },
  sample: {
    mark: 'Sample data',
    told: 'The prices could not be loaded. These are sample figures, not real prices.',
  },
}

interface MarkProps {
  provenance: Provenance
  /** When old figures were true; nothing for current ones. */
  asOf?: string | undefined
  /** Stands in for the mark's own dot. */
  dot?: ReactNode
  /** For those who listen, when the figures are not prices. */
  told?: string
}

/** Where a figure comes from: a part of the figure wherever it is shown. */
export function Mark({ provenance, asOf, dot, told }: MarkProps) {
  const { mark, told: ownTold } = words[provenance]
  return (
    <span className="mark" data-provenance={provenance}>
      {dot ?? <i />}
      {mark}
      {asOf && <time dateTime={asOf}>{formatMoment(asOf)}</time>}
      <span className="visually-hidden">. {told ?? ownTold}</span>
    </span>
  )
}
