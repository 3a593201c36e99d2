/** The grade-tonnage curve of a statement as lines over the cut-off. Lengths are units of the viewBox. */
import { toDecimal } from '#shared/calculations/decimal'
import { calculateAboveCutOff, type GradeBin } from '#shared/calculations/grade-tonnage'
import type { StatementUnits } from '#shared/calculations/resource-statement'
import type { Place } from '#site/content/tokens/number-fields.ts'
import { drawLine, multiplesWithin, roundStep } from './drawing-utils.ts'

export const curveWidth = 480
export const curveHeight = 280
export const curvePlot = { left: 44, right: 436, top: 24, bottom: 238 }

const POINTS = 40
/** If less than this fraction of all tonnes remains, the grade curve is no longer meaningful. */
const LEAST_SHARE = 0.03

interface CurveDrawing {
  tonnes: string
  grade: string
  /** Axis bounds; the cut-off begins at 0 or at the first bin. */
  from: number
  to: number
  /** Step by which a reader moves the cut-off: round, so that the statement's cut-off is one of the steps. */
  step: number
  cutOffs: { value: number; x: number }[]
  tonnesAxis: { value: number; y: number }[]
  gradeAxis: { value: number; y: number }[]
}

/** The cut-off at which the curve ends: the highest bin bound with enough tonnes above it. */
function lastCutOff(bins: readonly GradeBin[], units: StatementUnits): number {
  const all = calculateAboveCutOff(bins, 0, units).tonnes
  const bounds = bins.map(({ from }) => from)
  const enough = bounds.filter((from) =>
    calculateAboveCutOff(bins, from, units).tonnes.gte(all.times(LEAST_SHARE)),
  )
  return Number(enough.at(-1) ?? 0)
}

/** Position of a cut-off on the axis, for the mark that the reader moves. */
export const cutOffX = (cutOff: number, from: number, to: number): number =>
  Math.round((curvePlot.left + ((cutOff - from) / (to - from)) * (curvePlot.right - curvePlot.left)) * 10) /
  10

export function drawGradeCurve(bins: readonly GradeBin[], units: StatementUnits): CurveDrawing {
  const from = Number(bins[0]?.from ?? 0)
  const to = lastCutOff(bins, units)
  const points = Array.from({ length: POINTS + 1 }, (_, at) => {
    const cutOff = toDecimal(from).plus(toDecimal(to).minus(from).times(at).div(POINTS))
    const { tonnes, grade } = calculateAboveCutOff(bins, cutOff, units)
    return { cutOff: cutOff.toNumber(), tonnes: tonnes.toNumber(), grade: grade?.toNumber() ?? 0 }
  })
  const mostTonnes = points[0]?.tonnes ?? 1
  const [least, most] = [points[0]?.grade ?? 0, points.at(-1)?.grade ?? 1]
  // A short range of grades, as for clay, is drawn as is; a long one begins at zero.
  const gradeFrom =
    least > most / 2 ? Math.floor(least / roundStep(most - least)) * roundStep(most - least) : 0
  const up = (value: number, low: number, high: number) =>
    curvePlot.bottom - ((value - low) / (high - low)) * (curvePlot.bottom - curvePlot.top)
  const path = (height: (point: (typeof points)[number]) => number) =>
    drawLine(
      points.map((point): Place => [cutOffX(point.cutOff, from, to), height(point)]),
      (place) => place,
    )
  const marks = (low: number, high: number) =>
    multiplesWithin(roundStep((high - low) / 3), low, high).map((value) => ({
      value,
      y: Math.round(up(value, low, high)),
    }))
  return {
    tonnes: path(({ tonnes }) => up(tonnes, 0, mostTonnes)),
    grade: path(({ grade }) => up(grade, gradeFrom, most)),
    from,
    to,
    step: roundStep((to - from) / 80),
    cutOffs: multiplesWithin(roundStep((to - from) / 3), from, to).map((value) => ({
      value,
      x: Math.round(cutOffX(value, from, to)),
    })),
    tonnesAxis: marks(0, mostTonnes),
    gradeAxis: marks(gradeFrom, most),
  }
}
