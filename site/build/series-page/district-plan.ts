/** A plan view of the district, drawn from its data. North is up; lengths are units of the viewBox. */
import type { TokenData } from '#site/content/tokens/fields.ts'
import type { Place } from '#site/content/tokens/number-fields.ts'
import { createScaleBar, drawLine, multiplesWithin, type Projection, sectionEnds } from './drawing-utils.ts'

type Plan = TokenData['plan']

const planWidth = 440
const margin = { left: 52, right: 24, top: 16, bottom: 46 }

interface PlanDrawing {
  width: number
  height: number
  outline: string
  deposit: string
  features: { name: string; kind: Plan['features'][number]['kind']; path: string }[]
  sectionLine: string
  /** The section's letters, each beyond its end of the line. */
  ends: { letter: string; at: Place }[]
  /** Crosses at the intersections of the grid lines. */
  grid: string
  eastings: { value: number; x: number }[]
  northings: { value: number; y: number }[]
  /** Collars of holes shown in the section, and of the others. */
  collars: { inSection: Place[]; others: Place[] }
  scaleBar: { width: number; meters: number }
  frame: { left: number; top: number; right: number; bottom: number }
}

/** Every second value if they would overlap. */
const thinOut = <T>(values: T[], most: number): T[] => {
  const every = Math.ceil(values.length / most)
  return values.filter((_, at) => at % every === 0)
}

/** Draws the plan; `section` names the holes shown in its section. */
export function drawDistrictPlan(plan: Plan, section: TokenData['section']): PlanDrawing {
  const all: Place[] = [
    ...plan.outline,
    ...plan.deposit,
    ...plan.features.flatMap(({ line }) => line),
    ...plan.collars.map(({ at }) => at),
  ]
  const pad = plan.grid / 4
  const [west, east] = [Math.min(...all.map(([x]) => x)) - pad, Math.max(...all.map(([x]) => x)) + pad]
  const [south, north] = [Math.min(...all.map(([, y]) => y)) - pad, Math.max(...all.map(([, y]) => y)) + pad]
  const unitsAMeter = (planWidth - margin.left - margin.right) / (east - west)
  const bottom = margin.top + (north - south) * unitsAMeter
  const project: Projection = ([x, y]) => [
    margin.left + (x - west) * unitsAMeter,
    margin.top + (north - y) * unitsAMeter,
  ]
  const eastings = multiplesWithin(plan.grid, west, east)
  const northings = multiplesWithin(plan.grid, south, north)
  const shown = new Set(section.holes.map(({ id }) => id))
  const placesOf = (isShown: boolean) =>
    plan.collars.filter(({ id }) => shown.has(id) === isShown).map(({ at }) => project(at))
  const { from, to } = plan.section_line
  const letters = sectionEnds(section.title)
  return {
    width: planWidth,
    height: Math.ceil(bottom) + margin.bottom,
    outline: drawLine(plan.outline, project, true),
    deposit: drawLine(plan.deposit, project, true),
    features: plan.features.map(({ name, kind, line }) => ({ name, kind, path: drawLine(line, project) })),
    sectionLine: drawLine([from, to], project),
    ends: [
      { letter: letters[0], at: beyond(project(to), project(from)) },
      { letter: letters[1], at: beyond(project(from), project(to)) },
    ],
    grid: eastings
      .flatMap((x) => northings.map((y) => project([x, y])))
      .map(([x, y]) => `M${Math.round(x) - 3} ${Math.round(y)}h6m-3-3v6`)
      .join(''),
    eastings: thinOut(eastings, 6).map((value) => ({ value, x: Math.round(project([value, south])[0]) })),
    northings: thinOut(northings, 8).map((value) => ({ value, y: Math.round(project([west, value])[1]) })),
    collars: { inSection: placesOf(true), others: placesOf(false) },
    scaleBar: createScaleBar(planWidth, unitsAMeter),
    frame: {
      left: margin.left,
      top: margin.top,
      right: planWidth - margin.right,
      bottom: Math.round(bottom),
    },
  }
}

/** A point 11 units beyond the end of a line. */
function beyond([fromX, fromY]: Place, [toX, toY]: Place): Place {
  const length = Math.hypot(toX - fromX, toY - fromY) || 1
  return [Math.round(toX + ((toX - fromX) / length) * 11), Math.round(toY + ((toY - fromY) / length) * 11)]
}
