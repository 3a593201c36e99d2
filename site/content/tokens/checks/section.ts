import type { Finding, TokenData } from '#site/content/tokens/fields.ts'
import {
  distanceToBorder,
  getPositionInHole,
  interpolateHeight,
  isWithin,
} from '#site/content/tokens/geometry.ts'

type Section = TokenData['section']
type Hole = Section['holes'][number]

/** Meters by which a collar may miss the surface, and a logged interval the body drawn for it. */
const TOLERANCE = 2

/** The section: intervals are within their holes, without gaps or overlaps, in rocks drawn where they were logged. */
export function checkSection({ section, statement }: TokenData): Finding[] {
  const cutOff = Number(statement.cut_off.value)
  const gradeUnit = statement.units.grade
  const findings = section.holes.flatMap((hole, index) =>
    [
      ...checkCollar(hole, section),
      ...checkLithology(hole, section),
      ...checkAssays(hole, section, cutOff, gradeUnit),
    ].map((finding) => ({ ...finding, path: ['section', 'holes', index, ...finding.path] })),
  )
  const unknown = section.bodies.flatMap(({ rock }, index): Finding[] =>
    hasRock(section, rock)
      ? []
      : [{ path: ['section', 'bodies', index, 'rock'], message: listRocks(section) }],
  )
  return [...findings, ...unknown]
}

const hasRock = (section: Section, rock: string): boolean =>
  section.lithologies.some(({ code }) => code === rock)
const listRocks = ({ lithologies }: Section): string =>
  `Expected a rock of the legend: ${lithologies.map(({ code }) => code).join(', ')}.`

function checkCollar({ id, collar, dip, towards }: Hole, { surface }: Section): Finding[] {
  const ground = interpolateHeight(surface, collar.along)
  if (ground === null || Math.abs(ground - collar.elevation) > TOLERANCE) {
    const expected = ground === null ? 'a place along the surface' : `${ground.toFixed(1)} m, on the surface`
    return [{ path: ['collar'], message: `Expected the collar of ${id} at ${expected}.` }]
  }
  return dip > -90 && !towards
    ? [{ path: ['towards'], message: `Expected end or start: ${id} is inclined, at ${dip} degrees.` }]
    : []
}

/** The error in the bounds of an interval that must begin at or after `earliest`. */
function checkBounds(
  interval: { from: number; to: number },
  { id, length }: Hole,
  earliest: number,
): string | null {
  const { from, to } = interval
  if (from < 0 || to > length) {
    return `Expected an interval within ${id}, from 0 to ${length} m. This one is from ${from} to ${to} m.`
  }
  if (to <= from) return `Expected an interval that ends below ${from} m.`
  return from < earliest ? `Expected an interval from ${earliest} m on, where the previous one ends.` : null
}

function checkLithology(hole: Hole, section: Section): Finding[] {
  const findings: Finding[] = []
  hole.lithology.forEach((interval, index) => {
    const path = ['lithology', index]
    const start = hole.lithology[index - 1]?.to ?? 0
    const wrong = checkBounds(interval, hole, start)
    if (wrong) findings.push({ path, message: wrong })
    else if (interval.from !== start) {
      findings.push({ path: [...path, 'from'], message: `Expected ${start} m: the log has no gaps.` })
    } else if (!hasRock(section, interval.rock)) {
      findings.push({ path: [...path, 'rock'], message: listRocks(section) })
    } else if (!isDrawn(hole, interval, section)) {
      const message = `Expected a body of ${interval.rock} in the section where ${hole.id} logs it, from ${interval.from} to ${interval.to} m.`
      findings.push({ path, message })
    }
  })
  const end = hole.lithology.at(-1)?.to
  if (findings.length === 0 && end !== hole.length) {
    const message = `Expected the log of ${hole.id} to end at ${hole.length} m, the end of the hole.`
    findings.push({ path: ['lithology'], message })
  }
  return findings
}

/** Whether the midpoint of an interval is in or next to a body of its rock that is not covered by another. */
function isDrawn(hole: Hole, interval: Hole['lithology'][number], { bodies }: Section): boolean {
  const middle = getPositionInHole(hole, (interval.from + interval.to) / 2)
  const uppermost = bodies.findLast(({ outline }) => isWithin(middle, outline))
  if (uppermost?.rock === interval.rock) return true
  return bodies.some(
    ({ rock, outline }) => rock === interval.rock && distanceToBorder(middle, outline) <= TOLERANCE,
  )
}

function checkAssays(hole: Hole, section: Section, cutOff: number, gradeUnit: string): Finding[] {
  return hole.assays.flatMap((assay, index): Finding[] => {
    const path = ['assays', index]
    const wrong = checkBounds(assay, hole, hole.assays[index - 1]?.to ?? 0)
    if (wrong) return [{ path, message: wrong }]
    if (assay.grade < cutOff) return []
    const rocks = hole.lithology.filter(({ from, to }) => from < assay.to && to > assay.from)
    const barren = rocks.find(
      ({ rock }) => !section.lithologies.find(({ code }) => code === rock)?.mineralized,
    )
    if (!barren) return []
    const message = `Expected ${assay.grade} ${gradeUnit}, at or above the cut-off, in a mineralized rock. ${hole.id} logs ${barren.rock} from ${barren.from} to ${barren.to} m.`
    return [{ path, message }]
  })
}
