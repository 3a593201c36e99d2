import { formatPercent } from '#core/format/format'

interface ChangeProps {
  percent: number | null
  /** Whether the figure comes from a real market; only then is it colored. */
  real: boolean
  className?: string
}

/** A change in percent: the sign shows the direction, and the color repeats it for real prices. */
export function PercentChange({ percent, real, className = '' }: ChangeProps) {
  const tone = !real || !percent ? 'text-ink-3' : percent > 0 ? 'text-gain' : 'text-loss'
  return (
    <span className={`num ${tone} ${className}`}>{percent === null ? 'N/A' : formatPercent(percent)}</span>
  )
}
