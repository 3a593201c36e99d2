import { formatPercent } from '#core/format/format'

/** A change in percent: the sign shows the direction, the colour repeats it. */
export function Change({ percent, className = '' }: { percent: number | null; className?: string }) {
  const tone = percent === null || percent === 0 ? 'text-ink-3' : percent > 0 ? 'text-gain' : 'text-loss'
  return (
    <span className={`num ${tone} ${className}`}>{percent === null ? 'N/A' : formatPercent(percent)}</span>
  )
}
