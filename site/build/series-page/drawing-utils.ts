/** Helpers shared by the drawings of a series page: path data in viewBox units, round steps, scale bars. */
import type { Place } from '#site/content/tokens/number-fields.ts'

/** Converts a point on the ground to a point in the drawing. */
export type Projection = (place: Place) => Place

const round = (value: number): number => Math.round(value * 10) / 10 + 0

export const formatPoint = ([x, y]: Place): string => `${round(x)} ${round(y)}`

/** Path data of straight lines through points, closed for an outline. */
export function drawLine(places: readonly Place[], project: Projection, isClosed = false): string {
  return places.length === 0
    ? ''
    : `M${places.map((place) => formatPoint(project(place))).join('L')}${isClosed ? 'z' : ''}`
}

/** The largest of 1, 2, 5, 10, 20, 50 … that does not exceed a length, for scale bars and axes. */
export function roundStep(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length))
  const factor = length / power
  return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1)
}

/** Multiples of a step within two bounds, inclusive. */
export function multiplesWithin(step: number, from: number, to: number): number[] {
  // 0.6 ÷ 0.1 is a little less than 6.
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.floor(to / step + 1e-9) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** A scale bar of about a fifth of a width: its length in drawing units and in meters. */
export function createScaleBar(width: number, unitsAMeter: number): { width: number; meters: number } {
  const meters = roundStep(width / 5 / unitsAMeter)
  return { width: round(meters * unitsAMeter), meters }
}

/** The letters at the ends of a section named `Section K-K', looking north`. */
export function sectionEnds(title: string): [string, string] {
  const [, from = 'A', to = "A'"] = /(\p{L})-(\p{L}['’])/u.exec(title) ?? []
  return [from, to]
}
