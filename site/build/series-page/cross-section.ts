/** A vertical section drawn from its drill hole data. Lengths in the drawing are units of its viewBox. */
import type { TokenData } from '#site/content/tokens/fields.ts'
import { getPositionInHole } from '#site/content/tokens/geometry.ts'
import type { Place } from '#site/content/tokens/number-fields.ts'
import {
  createScaleBar,
  drawLine,
  formatPoint,
  multiplesWithin,
  type Projection,
  roundStep,
  sectionEnds,
} from './drawing-utils.ts'
import { type GradeClass, getGradeClass, gradeClasses } from './grade-classes.ts'

type Section = TokenData['section']
type Hole = Section['holes'][number]

const sectionWidth = 680
/** Margins: elevations on the left, hole names above, the scale bar below. */
const margin = { left: 62, right: 8, top: 36, bottom: 30 }
/** Minimum length of a drawn interval, so that half a meter of reef is visible in a section of two kilometers. */
export const shortestInterval = 3.4

interface DrawnInterval {
  hole: string
  from: number
  to: number
  grade: number
  /** Index of the class in `classes`. */
  class: number
  path: string
  /** Its midpoint. */
  at: Place
}

export interface SectionDrawing {
  width: number
  height: number
  /** In painting order; `rock` is the index of the rock in the legend. */
  bodies: { rock: number; isMineralized: boolean; path: string }[]
  surface: string
  holes: { id: string; trace: string; collar: Place; end: Place; length: number }[]
  classes: GradeClass[]
  intervals: DrawnInterval[]
  /** True if intervals are drawn longer than to scale. */
  hasStretched: boolean
  elevations: { elevation: number; y: number }[]
  scaleBar: { width: number; meters: number }
  ends: [string, string]
  /** Faults and dikes of the plan, where they cross the section. */
  crossings: { name: string; x: number }[]
  plot: { left: number; right: number; top: number; bottom: number }
}

/** Runs of consecutive intervals without a gap. */
function runsOf(assays: Hole['assays']): Hole['assays'][] {
  const runs: Hole['assays'][] = []
  for (const assay of assays) {
    const run = runs.at(-1)
    if (run?.at(-1)?.to === assay.from) run.push(assay)
    else runs.push([assay])
  }
  return runs
}

/**
 * Intervals of a hole as lines along it. A run is drawn around its true midpoint; each of its intervals is drawn to
 * scale, but at least `shortestInterval` long.
 */
function drawIntervals(hole: Hole, project: Projection, classes: readonly GradeClass[]) {
  const [top, end] = [project(getPositionInHole(hole, 0)), project(getPositionInHole(hole, hole.length))]
  const drawnLength = Math.hypot(end[0] - top[0], end[1] - top[1])
  const unitsAMeter = drawnLength / hole.length
  const at = (units: number): Place => [
    top[0] + ((end[0] - top[0]) * units) / drawnLength,
    top[1] + ((end[1] - top[1]) * units) / drawnLength,
  ]
  let hasStretched = false
  const intervals = runsOf(hole.assays).flatMap((run) => {
    const lengths = run.map(({ from, to }) => Math.max((to - from) * unitsAMeter, shortestInterval))
    const total = lengths.reduce((sum, length) => sum + length, 0)
    const [first, last] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0]
    if (total > (last - first) * unitsAMeter + 0.01) hasStretched = true
    let pen = ((first + last) / 2) * unitsAMeter - total / 2
    return run.map(({ from, to, grade }, index): DrawnInterval => {
      const length = lengths[index] ?? 0
      const path = `M${formatPoint(at(pen))}L${formatPoint(at(pen + length))}`
      const middle = at(pen + length / 2)
      pen += length
      return { hole: hole.id, from, to, grade, class: getGradeClass(classes, grade), path, at: middle }
    })
  })
  return { intervals, hasStretched }
}

/** How far along the section a line of the plan crosses it; null if it does not. */
export function crossingOf(
  line: readonly Place[],
  { from, to }: TokenData['plan']['section_line'],
): number | null {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const [east, north] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const places = line.map(([x, y]) => ({
    along: (x - from[0]) * east + (y - from[1]) * north,
    beside: (x - from[0]) * north - (y - from[1]) * east,
  }))
  for (const [at, end] of places.entries()) {
    const start = places[at - 1]
    if (!start || start.beside === end.beside || start.beside * end.beside > 0) continue
    const along = start.along + ((end.along - start.along) * start.beside) / (start.beside - end.beside)
    if (along >= 0 && along <= length) return along
  }
  return null
}

/** Draws the section. `cutOff` is the resource statement's, in the unit of the assays. */
export function drawCrossSection(section: Section, plan: TokenData['plan'], cutOff: number): SectionDrawing {
  const places = [...section.surface, ...section.bodies.flatMap(({ outline }) => outline)]
  const [start, finish] = [section.surface[0]?.[0] ?? 0, section.surface.at(-1)?.[0] ?? 1]
  const heights = places.map(([, elevation]) => elevation)
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)]
  const unitsAMeter = (sectionWidth - margin.left - margin.right) / (finish - start)
  const upUnits = unitsAMeter * section.vertical_exaggeration
  const bottom = margin.top + (highest - lowest) * upUnits
  const project: Projection = ([along, elevation]) => [
    margin.left + (along - start) * unitsAMeter,
    margin.top + (highest - elevation) * upUnits,
  ]
  const grades = section.holes.flatMap(({ assays }) => assays.map(({ grade }) => grade))
  const classes = gradeClasses(cutOff, Math.max(...grades))
  const drawn = section.holes.map((hole) => drawIntervals(hole, project, classes))
  const step = roundStep((highest - lowest) / 2)
  return {
    width: sectionWidth,
    height: Math.ceil(bottom) + margin.bottom,
    bodies: section.bodies.map(({ rock, outline }) => {
      const index = section.lithologies.findIndex(({ code }) => code === rock)
      const isMineralized = section.lithologies[index]?.mineralized ?? false
      return { rock: index, isMineralized, path: drawLine(outline, project, true) }
    }),
    surface: drawLine(section.surface, project),
    holes: section.holes.map((hole) => ({
      id: hole.id,
      trace: drawLine([getPositionInHole(hole, 0), getPositionInHole(hole, hole.length)], project),
      collar: project(getPositionInHole(hole, 0)),
      end: project(getPositionInHole(hole, hole.length)),
      length: hole.length,
    })),
    classes,
    intervals: drawn.flatMap(({ intervals }) => intervals),
    hasStretched: drawn.some((hole) => hole.hasStretched),
    elevations: multiplesWithin(step, lowest, highest).map((elevation) => ({
      elevation,
      y: Math.round(project([start, elevation])[1]),
    })),
    scaleBar: createScaleBar(sectionWidth, unitsAMeter),
    ends: sectionEnds(section.title),
    crossings: plan.features
      .filter(({ kind }) => kind === 'fault' || kind === 'dyke')
      .flatMap(({ name, line }) => {
        const along = crossingOf(line, plan.section_line)
        return along === null ? [] : [{ name, x: Math.round(project([start + along, highest])[0]) }]
      }),
    plot: {
      left: margin.left,
      right: sectionWidth - margin.right,
      top: margin.top,
      bottom: Math.round(bottom),
    },
  }
}
