import { countDecimals, type Decimal, roundTo } from '#shared/calculations/decimal'
import { type AboveCutOff, calculateAboveCutOff, type GradeBin } from '#shared/calculations/grade-tonnage'
import type { Category, StatementUnits } from '#shared/calculations/resource-statement'
import { formatWithUnit } from './format.ts'

/** The parts of a statement needed to format figures the way it does. */
export interface StatementFormat {
  units: StatementUnits
  lines: readonly { tonnes: string; grade: string; contained: string }[]
}

/** Tonnes, grade and contained metal above a cut-off, with the statement's decimals and units. */
export function formatAboveCutOff(above: AboveCutOff, { units, lines }: StatementFormat) {
  const print = (name: 'tonnes' | 'grade' | 'contained', value: Decimal) => {
    const decimals = Math.max(0, ...lines.map((line) => countDecimals(line[name])))
    return formatWithUnit(roundTo(value, decimals).toFixed(decimals), units[name])
  }
  return {
    tonnes: print('tonnes', above.tonnes),
    grade: above.grade ? print('grade', above.grade) : '–',
    contained: print('contained', above.contained),
  }
}

interface Stated extends StatementFormat {
  cut_off: { value: string }
  totals: readonly { of: readonly Category[]; contained: string }[]
}

/** Whether the curve's contained amount at the statement's cut-off differs from the statement's total. */
export function differsFromCurve(statement: Stated, bins: readonly GradeBin[]): boolean {
  const total = statement.totals.find(({ of }) => of.includes('indicated'))
  if (!total) return false
  const read = formatAboveCutOff(
    calculateAboveCutOff(bins, statement.cut_off.value, statement.units),
    statement,
  )
  return read.contained !== formatWithUnit(total.contained, statement.units.contained)
}
