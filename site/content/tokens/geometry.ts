/** Plane geometry of plans and sections, in meters. */
import type { Place } from './number-fields.ts'

export const distance = ([x1, y1]: Place, [x2, y2]: Place): number => Math.hypot(x2 - x1, y2 - y1)

const edges = (outline: readonly Place[]): [Place, Place][] =>
  outline.map((point, at) => [point, outline[(at + 1) % outline.length] ?? point])

/** Whether a point is inside an outline: a ray from it crosses the border an odd number of times. */
export function isWithin([x, y]: Place, outline: readonly Place[]): boolean {
  return edges(outline).reduce((inside, [[x1, y1], [x2, y2]]) => {
    const crosses = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1
    return crosses ? !inside : inside
  }, false)
}

/** Area of an outline in square meters, by the shoelace formula. */
export const calculateArea = (outline: readonly Place[]): number =>
  Math.abs(edges(outline).reduce((area, [[x1, y1], [x2, y2]]) => area + x1 * y2 - x2 * y1, 0)) / 2

/** How far along a line a point is, and how far beside it. */
export function projectOntoLine(
  [x, y]: Place,
  [x1, y1]: Place,
  end: Place,
): { along: number; beside: number } {
  const length = distance([x1, y1], end)
  const [east, north] = [(end[0] - x1) / length, (end[1] - y1) / length]
  return {
    along: (x - x1) * east + (y - y1) * north,
    beside: Math.abs((x - x1) * north - (y - y1) * east),
  }
}

/** Distance of a point from the border of an outline. */
export function distanceToBorder(place: Place, outline: readonly Place[]): number {
  const distances = edges(outline).map(([from, to]) => {
    const length = distance(from, to)
    if (length === 0) return distance(place, from)
    const { along, beside } = projectOntoLine(place, from, to)
    if (along < 0) return distance(place, from)
    return along > length ? distance(place, to) : beside
  })
  return Math.min(...distances)
}

/** The height of a polyline at a distance along it; null outside the line. */
export function interpolateHeight(line: readonly Place[], along: number): number | null {
  for (const [at, [x2, y2]] of line.entries()) {
    const before = line[at - 1]
    if (before && along >= before[0] && along <= x2) {
      const [x1, y1] = before
      return x2 === x1 ? y2 : y1 + ((y2 - y1) * (along - x1)) / (x2 - x1)
    }
  }
  return null
}

/** The point at a depth along a hole. The dip is in degrees from the horizontal, negative downwards. */
export function getPositionInHole(
  hole: { collar: { along: number; elevation: number }; dip: number; towards?: 'end' | 'start' | undefined },
  depth: number,
): Place {
  const dip = (hole.dip * Math.PI) / 180
  const direction = hole.towards === 'start' ? -1 : 1
  return [
    hole.collar.along + direction * depth * Math.cos(dip),
    hole.collar.elevation + depth * Math.sin(dip),
  ]
}
