import type { ChartPoint } from '#contract/market/market'

/** A price relative to the first one, which is 100. */
export interface IndexedPoint extends ChartPoint {
  index: number
}

const instantOf = ({ time }: ChartPoint): number => Date.parse(time)

/** Half of the usual distance between points: prices closer than this count as simultaneous. */
function toleranceOf(points: readonly ChartPoint[]): number {
  const gaps = points.slice(1).map((point, at) => instantOf(point) - instantOf(points[at] as ChartPoint))
  return (gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0) / 2
}

/** The simultaneous points of both, in order; the second's points get the first's times. */
function pairUp(first: readonly ChartPoint[], second: readonly ChartPoint[]): [ChartPoint[], ChartPoint[]] {
  const tolerance = toleranceOf(first)
  const pairs: [ChartPoint[], ChartPoint[]] = [[], []]
  let at = 0
  for (const point of first) {
    const distance = (index: number) => {
      const other = second[index]
      return other ? Math.abs(instantOf(other) - instantOf(point)) : Number.POSITIVE_INFINITY
    }
    while (distance(at + 1) < distance(at)) at += 1
    const other = second[at]
    if (!other || distance(at) > tolerance) continue
    pairs[0].push(point)
    pairs[1].push({ ...other, time: point.time })
    at += 1
  }
  return pairs
}

const indexFromFirst = (points: readonly ChartPoint[]): IndexedPoint[] =>
  points.map((point) => ({ ...point, index: (point.price / (points[0] as ChartPoint).price) * 100 }))

/**
 * Two histories at their common times, each indexed to 100 at the first: prices from two sources are seconds apart.
 * Undefined if they have fewer than two times in common.
 */
export function indexToCommonStart(
  first: readonly ChartPoint[],
  second: readonly ChartPoint[],
): [IndexedPoint[], IndexedPoint[]] | undefined {
  const [own, other] = pairUp(first, second)
  return own.length > 1 ? [indexFromFirst(own), indexFromFirst(other)] : undefined
}
