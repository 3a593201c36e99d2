/** A drawdown from a peak: its depth as a negative fraction, and its first and last day. */
export interface Drawdown {
  depth: number
  from: number
  to: number
}

/** The maximum drawdown from an earlier peak in a series of daily values. */
export function findMaxDrawdown(values: number[]): Drawdown {
  const deepest: Drawdown = { depth: 0, from: 0, to: 0 }
  let peak = 0
  for (const [day, value] of values.entries()) {
    if (value >= (values[peak] ?? 0)) peak = day
    const depth = value / (values[peak] ?? value) - 1
    if (depth < deepest.depth) Object.assign(deepest, { depth, from: peak, to: day })
  }
  return deepest
}

/** Round bounds around a series, and the round values between them at which lines are drawn. */
export function createScale(values: number[], step: number): { low: number; high: number; lines: number[] } {
  const low = Math.floor(Math.min(...values) / step) * step
  const high = Math.ceil(Math.max(...values) / step) * step
  return {
    low,
    high,
    lines: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step),
  }
}

/** Returns a function from a value to its distance from the top of a plot of this height. */
export const createYScale =
  (scale: { low: number; high: number }, height: number) =>
  (value: number): number =>
    height - ((value - scale.low) / (scale.high - scale.low)) * height

/**
 * The line through heights one unit apart, as SVG path data. Each point is relative to the previous one, in half units:
 * a third of the bytes of absolute positions, without a visible difference.
 */
export function drawCurve(heights: number[]): string {
  const [start = 0, ...rest] = heights.map((height) => Math.round(height * 2) / 2)
  let last = start
  const steps = rest.map((height) => {
    const step = String(height - last).replace(/^(-?)0\./, '$1.')
    last = height
    return step.startsWith('-') ? `1${step}` : `1 ${step}`
  })
  return `M0 ${start}l${steps.join(' ')}`
}
