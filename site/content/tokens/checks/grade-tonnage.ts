import { toDecimal } from '#shared/calculations/decimal'
import { calculateAboveCutOff, findBinError } from '#shared/calculations/grade-tonnage'
import {
  calculateBackingTotal,
  equalsPrintedValue,
  formatTotals,
} from '#shared/calculations/resource-statement'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'

/** At the statement's cut-off, the curve gives the statement's tonnes and grade, as printed. */
export function checkGradeTonnage({ statement, grade_tonnage }: TokenData): Finding[] {
  const { units, cut_off, lines } = statement
  const wrong = findBinError(grade_tonnage.bins)
  if (wrong) return [{ path: ['grade_tonnage', 'bins', wrong.index], message: wrong.message }]
  const [lowest] = grade_tonnage.bins
  if (!lowest || toDecimal(lowest.from).gt(toDecimal(cut_off.value))) {
    const message = `Expected a bin that begins at or below the cut-off of ${cut_off.value} ${units.grade}.`
    return [{ path: ['grade_tonnage', 'bins', 0, 'from'], message }]
  }
  const backing = lines.filter(({ category }) => category === 'measured' || category === 'indicated')
  const shown = formatTotals(calculateBackingTotal(lines, units), backing)
  const above = calculateAboveCutOff(grade_tonnage.bins, cut_off.value, units)
  if (
    above.grade &&
    equalsPrintedValue(above.tonnes, shown.tonnes) &&
    equalsPrintedValue(above.grade, shown.grade)
  )
    return []
  const given = `${above.tonnes.round(4).toFixed()} ${units.tonnes} at ${above.grade?.round(4).toFixed() ?? 'no'} ${units.grade}`
  return [
    {
      path: ['grade_tonnage', 'bins'],
      message: `Expected ${shown.tonnes} ${units.tonnes} at ${shown.grade} ${units.grade} above the cut-off of ${cut_off.value} ${units.grade}, as the statement has Measured and Indicated. These bins give ${given}.`,
    },
  ]
}
