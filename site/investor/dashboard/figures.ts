import type { Decimal } from '#core/format/format'

/** The colour of a signed amount; zero has none. The sign stands before the figure, so that colour only repeats it. */
export function toneOf(amount: Decimal): string {
  const value = Number(amount)
  if (value === 0) return ''
  return value > 0 ? 'text-gain' : 'text-loss'
}

/** How much of the bar a return fills, in percent: none when it is negative, all of it from 100 on. */
export const barWidth = (performance: number): number => Math.min(100, Math.max(0, performance))
