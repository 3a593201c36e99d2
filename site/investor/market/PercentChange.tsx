import { formatPercent } from '#core/format/format'

interface ChangeProps {
  percent: number | null
  /** Whether the figure comes from a real market; only then is it colored. */
  isLive: boolean
  className?: string
}

/** A change in percent: the sign shows the direction, and the color repeats it for real prices. */
export function PercentChange({ percent, isLive, className = '' }: ChangeProps) {
  const tone = !isLive || !percent ? 'text-ink-3' : percent > 0 ? 'text-gain' : 'text-loss'
  return (
    <span className={`num ${tone} ${className}`}>{percent === null ? 'N/A' : formatPercent(percent)}</span>
  )
}
