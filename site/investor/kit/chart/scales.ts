/** The ticks of an amount axis, lines of recorded amounts, and the point nearest to the pointer. Pure functions. */

/** Round steps, times a power of ten. */
const ROUND_STEPS = [1, 2, 2.5, 5, 10]

function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = ROUND_STEPS.find((factor) => factor * power >= atLeast * 0.9999) ?? 10
  return step * power
}

/**
 * Ticks for amounts from `least` to `most`, in at most `count` even steps whose ends enclose the range. They begin at
 * zero unless all amounts lie in the upper half of the scale.
 */
export function listAmountTicks(least: number, most: number, count: number): number[] {
  const low = least >= 0 && least < most / 2 ? 0 : least
  // A single amount gets a scale around it.
  const span = most - low || Math.abs(most) || 1
  const step = roundStep(span / count)
  const first = Math.floor(low / step) * step
  const steps = Math.max(1, Math.ceil((most - first) / step))
  return Array.from({ length: steps + 1 }, (_, at) => first + at * step)
}

/** The index in `sorted` of the number nearest to `wanted`; zero for an empty list. */
export function findNearestIndex(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < wanted) low = middle
    else high = middle
  }
  const toLow = Math.abs((sorted[low] ?? 0) - wanted)
  return toLow <= Math.abs((sorted[high] ?? 0) - wanted) ? low : high
}

/** In pixels. */
interface Point {
  x: number
  y: number
}

/**
 * The line through points, in steps up to the right end, because a recorded amount applies until the next one; a slope
 * would show money before it arrived. Empty without points.
 */
export const buildStepPath = ([first, ...rest]: readonly Point[], right: number): string =>
  first ? `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}H${right}` : ''
