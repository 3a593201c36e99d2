import { scaleLinear, scaleThreshold } from 'd3-scale'
import { area, curveMonotoneX, line } from 'd3-shape'
import {
  type DrillHole,
  drillHoles,
  extent,
  fault,
  type Place,
  reef,
  surface,
  weathering,
  zones,
} from './sample-deposit.ts'

/** Lower bounds of the grade classes, in grams of gold per tonne; below the first, the core is left blank. */
export const gradeBounds = [0.5, 1.5, 3, 6] as const

/** Bar widths of the classes, in units of the viewBox. */
export const gradeWidths = [5, 7, 10, 14] as const

/** Units of the viewBox; one scale for both directions, so that nothing is exaggerated. */
export const sectionWidth = 560
const scale = sectionWidth / extent.length
export const sectionHeight = Math.round((extent.top - extent.bottom) * scale)

const x = scaleLinear([0, extent.length], [0, sectionWidth])
const y = scaleLinear([extent.top, extent.bottom], [0, sectionHeight])
const gradeClass = scaleThreshold<number, number>([...gradeBounds], [0, 1, 2, 3, 4])

/** Position of the fault at an elevation, in meters along the section. */
const faultAlong = (elevation: number): number => fault.along + (elevation - fault.elevation) * fault.lean

/** The upper edge of the reef, in meters above sea level. */
export function reefTop(along: number, isBeyondFault: boolean): number {
  return reef.start + reef.slope * along + reef.bend * along ** 2 - (isBeyondFault ? fault.throw : 0)
}

/** The point of a hole at a depth along it. */
export function pointAt({ collar, lean }: DrillHole, depth: number): Place {
  const turn = (lean * Math.PI) / 180
  return [collar[0] + Math.sin(turn) * depth, collar[1] - Math.cos(turn) * depth]
}

/** Whether a point is on the far side of the fault. */
export const isBeyondFault = ([along, elevation]: Place): boolean => along > faultAlong(elevation)

const curve = line<Place>()
  .x(([along]) => x(along))
  .y(([, elevation]) => y(elevation))
  .curve(curveMonotoneX)
  .digits(0)

interface Band {
  along: number
  top: number
  bottom: number
}
const band = area<Band>()
  .x(({ along }) => x(along))
  .y0(({ bottom }) => y(bottom))
  .y1(({ top }) => y(top))
  .curve(curveMonotoneX)
  .digits(0)

const step = (from: number, to: number, steps: number): number[] =>
  Array.from({ length: steps + 1 }, (_, at) => from + ((to - from) * at) / steps)

/** One side of the fault: the reef, and the ground above and below it. */
function drawSide(from: number, to: number, isFar: boolean): { above: string; reef: string; below: string } {
  const places = step(from, to, 3)
  const bands = (top: (along: number) => number, bottom: (along: number) => number) =>
    band(places.map((along) => ({ along, top: top(along), bottom: bottom(along) }))) ?? ''
  const upper = (along: number) => reefTop(along, isFar)
  const lower = (along: number) => upper(along) - reef.thickness
  return {
    above: bands((along) => upper(along) + 120, upper),
    reef: bands(upper, lower),
    below: bands(lower, () => extent.bottom),
  }
}

const segment = (hole: DrillHole, from: number, to: number): string => {
  const [start, end] = [pointAt(hole, from), pointAt(hole, to)]
  return `M${x(start[0]).toFixed(1)} ${y(start[1]).toFixed(1)}L${x(end[0]).toFixed(1)} ${y(end[1]).toFixed(1)}`
}

/** Above the ground, so that its label is in the air. */
const faultTop = 1735

function drawFault(from: number, to: number): string {
  const place = (elevation: number) => `${Math.round(x(faultAlong(elevation)))} ${Math.round(y(elevation))}`
  return `M${place(from)}L${place(to)}`
}

/** A geological section as SVG path data. */
export function drawSection() {
  const meeting = faultAlong(reefTop(fault.along, false) - reef.thickness)
  const near = drawSide(0, meeting, false)
  const far = drawSide(meeting, extent.length, true)
  const grades = gradeBounds.map((_, at) =>
    drillHoles
      .flatMap((hole) =>
        hole.intervals
          .filter(([, , grade]) => gradeClass(grade) === at + 1)
          .map(([from, to]) => segment(hole, from, to)),
      )
      .join(''),
  )
  return {
    surface: curve(surface) ?? '',
    weathered: band(surface.map(([along, top]) => ({ along, top, bottom: top - weathering }))) ?? '',
    above: near.above + far.above,
    reef: near.reef + far.reef,
    below: near.below + far.below,
    fault: drawFault(faultTop, extent.bottom),
    faultName: { x: Math.round(x(faultAlong(faultTop))), y: Math.round(y(faultTop)) },
    holes: drillHoles.map((hole) => segment(hole, 0, hole.length)).join(''),
    collars: drillHoles.map(({ name, collar }) => ({
      name,
      x: Math.round(x(collar[0])),
      y: Math.round(y(collar[1])),
    })),
    /** Grade classes from the lowest colored one to the highest. */
    grades,
    elevations: [1500, 1300, 1100].map((elevation) => ({ elevation, y: Math.round(y(elevation)) })),
    zones: zones.map(({ name, from, to }) => ({ name, from: Math.round(x(from)), to: Math.round(x(to)) })),
    /** Length of 400 meters, and of half of it. */
    scaleBar: { half: Math.round(x(200)), whole: Math.round(x(400)) },
  }
}
