import type { Decimal } from '#core/format/format'

/** The colour of a signed amount; zero has none. The colour only repeats the sign before the figure. */
export function toneOf(amount: Decimal): string {
  const value = Number(amount)
  if (value > 0) return 'text-gain'
  return value < 0 ? 'text-loss' : ''
}

/** The filled part of the bar, in percent: 0 for a negative return, 100 from 100 on. */
export const barWidth = (performance: number): number => Math.min(100, Math.max(0, performance))
