import { toDecimal } from '#shared/calculations/decimal'
import { equalsPrintedValue } from '#shared/calculations/resource-statement'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'
import { calculateArea, distance, isWithin, projectOntoLine } from '#site/content/tokens/geometry.ts'

/** Meters by which plan and section may differ: beside the line, along it, and in its length. */
const TOLERANCE = 5

/**
 * The plan: everything is within the license, its area is correct, and the section's holes are where the section has
 * them.
 */
export function checkPlan({ plan, license, section }: TokenData): Finding[] {
  const findings: Finding[] = []
  const area = toDecimal(calculateArea(plan.outline)).div(1e6)
  if (!equalsPrintedValue(area, license.area_km2)) {
    const message = `Expected ${area.toFixed(2)} square kilometers, the area of plan.outline.`
    findings.push({ path: ['license', 'area_km2'], message })
  }
  if (license.granted >= license.expires) {
    findings.push({ path: ['license', 'expires'], message: `Expected a day after ${license.granted}.` })
  }
  plan.deposit.forEach((point, index) => {
    if (!isWithin(point, plan.outline)) {
      findings.push({ path: ['plan', 'deposit', index], message: 'Expected a place within the license.' })
    }
  })
  const ids = new Set<string>()
  plan.collars.forEach(({ id, at }, index) => {
    const path = ['plan', 'collars', index]
    if (!isWithin(at, plan.outline)) findings.push({ path, message: `Expected ${id} within the license.` })
    if (ids.has(id)) findings.push({ path, message: `Expected another name: ${id} is used twice.` })
    ids.add(id)
  })
  const length = distance(plan.section_line.from, plan.section_line.to)
  if (Math.abs((section.surface.at(-1)?.[0] ?? 0) - length) > TOLERANCE) {
    const message = `Expected a surface as long as plan.section_line, ${length.toFixed(0)} m.`
    findings.push({ path: ['section', 'surface'], message })
  }
  return [...findings, ...checkSectionHoles(plan, section)]
}

function checkSectionHoles(plan: TokenData['plan'], section: TokenData['section']): Finding[] {
  const { from, to } = plan.section_line
  return section.holes.flatMap((hole, index): Finding[] => {
    const path = ['section', 'holes', index]
    const collar = plan.collars.find(({ id }) => id === hole.id)
    if (!collar)
      return [{ path: [...path, 'id'], message: `Expected a hole of plan.collars: ${hole.id} is none.` }]
    const findings: Finding[] = []
    const { along, beside } = projectOntoLine(collar.at, from, to)
    if (beside > TOLERANCE || Math.abs(along - hole.collar.along) > TOLERANCE) {
      const found = `${along.toFixed(0)} m along the section line and ${beside.toFixed(0)} m beside it`
      findings.push({
        path: [...path, 'collar', 'along'],
        message: `Expected ${hole.id} where plan.collars has it: ${found}.`,
      })
    }
    if (collar.depth !== hole.length) {
      findings.push({
        path: [...path, 'length'],
        message: `Expected ${collar.depth} m, as plan.collars has ${hole.id}.`,
      })
    }
    return findings
  })
}
