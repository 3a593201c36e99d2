/** What the drawings of a sheet share: path data in units of a viewBox, round steps, scale bars. */
import type { Place } from '#site/content/tokens/number-fields.ts'

/** A place of the ground as a place of the drawing. */
export type Projection = (place: Place) => Place

const round = (value: number): number => Math.round(value * 10) / 10 + 0

export const pointOf = ([x, y]: Place): string => `${round(x)} ${round(y)}`

/** Path data of straight lines through places, closed for an outline. */
export function drawLine(places: readonly Place[], project: Projection, isClosed = false): string {
  return places.length === 0
    ? ''
    : `M${places.map((place) => pointOf(project(place))).join('L')}${isClosed ? 'z' : ''}`
}

/** The largest of 1, 2, 5, 10, 20, 50 … that is not above a length: for scale bars and axes. */
export function roundStep(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length))
  const factor = length / power
  return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1)
}

/** Multiples of a step within two bounds, both included. */
export function multiplesWithin(step: number, from: number, to: number): number[] {
  // 0.6 ÷ 0.1 is a little less than 6.
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.floor(to / step + 1e-9) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** A scale bar of about a fifth of a width: its length in units of the drawing and in meters. */
export function scaleBarOf(width: number, unitsAMeter: number): { width: number; meters: number } {
  const meters = roundStep(width / 5 / unitsAMeter)
  return { width: round(meters * unitsAMeter), meters }
}

/** The letters at the ends of a section named `Section K-K', looking north`. */
export function sectionEnds(title: string): [string, string] {
  const [, from = 'A', to = "A'"] = /(\p{L})-(\p{L}['’])/u.exec(title) ?? []
  return [from, to]
}
