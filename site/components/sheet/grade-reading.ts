import { type Decimal, decimalsOf, roundTo } from '#shared/asset/decimal'
import { type AboveCutOff, aboveCutOff, type GradeBin } from '#shared/asset/grade-tonnage'
import type { Category, StatementUnits } from '#shared/asset/resource'
import { withUnit } from './words.ts'

/** What is needed of a statement to print figures as it prints them. */
export interface StatementStyle {
  units: StatementUnits
  lines: readonly { tonnes: string; grade: string; contained: string }[]
}

/** Tonnes, grade and contained metal above a cut-off, to the decimals of the statement, with their units. */
export function printAbove(above: AboveCutOff, { units, lines }: StatementStyle) {
  const print = (name: 'tonnes' | 'grade' | 'contained', value: Decimal) => {
    const decimals = Math.max(0, ...lines.map((line) => decimalsOf(line[name])))
    return withUnit(roundTo(value, decimals).toFixed(decimals), units[name])
  }
  return {
    tonnes: print('tonnes', above.tonnes),
    grade: above.grade ? print('grade', above.grade) : '–',
    contained: print('contained', above.contained),
  }
}

interface Stated extends StatementStyle {
  cut_off: { value: string }
  totals: readonly { of: readonly Category[]; contained: string }[]
}

/** Whether the curve, at the cut-off of the statement, has another contained amount than the statement's total. */
export function differsFromCurve(statement: Stated, bins: readonly GradeBin[]): boolean {
  const total = statement.totals.find(({ of }) => of.includes('indicated'))
  if (!total) return false
  const read = printAbove(aboveCutOff(bins, statement.cut_off.value, statement.units), statement)
  return read.contained !== withUnit(total.contained, statement.units.contained)
}
