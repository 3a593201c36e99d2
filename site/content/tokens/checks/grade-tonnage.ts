import { decimal } from '#shared/asset/decimal'
import { aboveCutOff, checkBins } from '#shared/asset/grade-tonnage'
import { agrees, backingTotal, reportTotals } from '#shared/asset/resource'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'

/** The curve gives at the cut-off of the statement what the statement says: tonnes and grade, as they are printed. */
export function checkGradeTonnage({ statement, grade_tonnage }: TokenData): Finding[] {
  const { units, cut_off, lines } = statement
  const wrong = checkBins(grade_tonnage.bins)
  if (wrong) return [{ path: ['grade_tonnage', 'bins', wrong.index], message: wrong.message }]
  const [lowest] = grade_tonnage.bins
  if (!lowest || decimal(lowest.from).gt(decimal(cut_off.value))) {
    const message = `Expected a bin that begins at or below the cut-off of ${cut_off.value} ${units.grade}.`
    return [{ path: ['grade_tonnage', 'bins', 0, 'from'], message }]
  }
  const backing = lines.filter(({ category }) => category === 'measured' || category === 'indicated')
  const shown = reportTotals(backingTotal(lines, units), backing)
  const above = aboveCutOff(grade_tonnage.bins, cut_off.value, units)
  if (above.grade && agrees(above.tonnes, shown.tonnes) && agrees(above.grade, shown.grade)) return []
  const given = `${above.tonnes.round(4).toFixed()} ${units.tonnes} at ${above.grade?.round(4).toFixed() ?? 'no'} ${units.grade}`
  return [
    {
      path: ['grade_tonnage', 'bins'],
      message: `Expected ${shown.tonnes} ${units.tonnes} at ${shown.grade} ${units.grade} above the cut-off of ${cut_off.value} ${units.grade}, as the statement has Measured and Indicated. These bins give ${given}.`,
    },
  ]
}
