import type { ChartPoint } from '#contract/market'

/** A price relative to its first one, which is 100. */
export interface IndexedPoint extends ChartPoint {
  index: number
}

/** The points from a time on, each relative to the first of them. */
function indexFrom(points: readonly ChartPoint[], from: number): IndexedPoint[] {
  const shown = points.filter(({ time }) => Date.parse(time) >= from)
  const first = shown[0]
  return first ? shown.map((point) => ({ ...point, index: (point.price / first.price) * 100 })) : []
}

/**
 * Two histories from the first time that both have, each as 100 there. Undefined when they have no time in common or
 * one has a single point.
 */
export function indexCharts(
  first: readonly ChartPoint[],
  second: readonly ChartPoint[],
): [IndexedPoint[], IndexedPoint[]] | undefined {
  const from = Math.max(...[first, second].map((points) => Date.parse(points[0]?.time ?? '')))
  const indexed: [IndexedPoint[], IndexedPoint[]] = [indexFrom(first, from), indexFrom(second, from)]
  return indexed.every((points) => points.length > 1) ? indexed : undefined
}
