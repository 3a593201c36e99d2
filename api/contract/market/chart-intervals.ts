import type { ChartRange } from './market.ts'

const MINUTE = 60_000

/** Number of points of each range once the history is long enough, and their spacing in milliseconds. */
export const chartIntervals: Record<ChartRange, { points: number; step: number }> = {
  '1h': { points: 60, step: MINUTE },
  '24h': { points: 288, step: 5 * MINUTE },
  '7d': { points: 168, step: 60 * MINUTE },
  '30d': { points: 180, step: 240 * MINUTE },
  '1y': { points: 365, step: 1_440 * MINUTE },
}
