import { decimalsOf, roundTo } from '#shared/asset/decimal'
import type { AboveCutOff } from '#shared/asset/grade-tonnage'
import type { StatementUnits } from '#shared/asset/resource'

/** What is needed of a statement to print figures as it prints them. */
export interface StatementStyle {
  units: StatementUnits
  lines: readonly { tonnes: string; grade: string; contained: string }[]
}

/** Tonnes, grade and contained metal above a cut-off, to the decimals of the statement, with their units. */
export function printAbove(above: AboveCutOff, { units, lines }: StatementStyle) {
  const decimals = (name: 'tonnes' | 'grade' | 'contained') =>
    Math.max(0, ...lines.map((line) => decimalsOf(line[name])))
  return {
    tonnes: `${roundTo(above.tonnes, decimals('tonnes')).toFixed(decimals('tonnes'))} ${units.tonnes}`,
    grade: above.grade
      ? `${roundTo(above.grade, decimals('grade')).toFixed(decimals('grade'))} ${units.grade}`
      : '–',
    contained: `${roundTo(above.contained, decimals('contained')).toFixed(decimals('contained'))} ${units.contained}`,
  }
}
