import type { Decimal } from '#core/format/format'

/** The color of a signed amount; zero has none. The color only repeats the sign. */
export function getSignTone(amount: Decimal): string {
  const value = Number(amount)
  if (value > 0) return 'text-gain'
  return value < 0 ? 'text-loss' : ''
}

/** The filled part of the bar, in percent: 0 for a negative return, 100 for 100 or more. */
export const getReturnBarWidth = (performance: number): number => Math.min(100, Math.max(0, performance))
