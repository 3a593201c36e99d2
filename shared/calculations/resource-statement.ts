/**
 * Arithmetic of resource statements. Categories and the rules for adding them follow the CRIRSCO International
 * Reporting Template, the JORC Code 2012 (clauses 20 to 36) and the CIM Definition Standards, to which NI 43-101
 * refers. Section 2.2(c) of NI 43-101 forbids adding Inferred Resources to other categories.
 */
import {
  calculatePercentage,
  countDecimals,
  type Decimal,
  roundSignificant,
  roundTo,
  sum,
  toDecimal,
} from './decimal.ts'
import {
  calculateContainedMass,
  calculateGrade,
  type GradeUnit,
  type MassUnit,
  type VolumeUnit,
} from './measurement-units.ts'

export const resourceCategories = ['measured', 'indicated', 'inferred'] as const
export const reserveCategories = ['proved', 'probable'] as const
/** All categories by decreasing confidence: resources first, then reserves. */
export const categories = [...resourceCategories, ...reserveCategories] as const
export type Category = (typeof categories)[number]

/** The name of a category under a standard: CIM, and so NI 43-101, says Proven where JORC says Proved. */
export const getCategoryName = (category: Category, standard: string): string =>
  category === 'proved' && standard === 'NI 43-101'
    ? 'Proven'
    : `${category.charAt(0).toUpperCase()}${category.slice(1)}`

/** Categories that count towards the backing of a series and towards a total of resources. */
export const backingCategories = ['measured', 'indicated'] as const satisfies Category[]

export interface StatementUnits {
  tonnes: MassUnit | VolumeUnit
  grade: GradeUnit
  contained: MassUnit
}

/** Decimals as text, as printed: '12.80' keeps its zero. */
export interface ReportedFigures {
  tonnes: string
  grade: string
  contained: string
}

export interface StatementLine extends ReportedFigures {
  category: Category
  /** Significant figures of `contained`; three unless stated. */
  figures?: number | undefined
}

export interface ResourceTotals {
  tonnes: Decimal
  grade: Decimal
  contained: Decimal
}

const DEFAULT_FIGURES = 3

/**
 * Contained metal or mineral of a line: tonnes × grade in `units.contained`, rounded to the line's significant figures.
 * 3.2 Mt at 7.10 g/t contain 22.7 t.
 */
export function calculateContained(line: Omit<StatementLine, 'contained'>, units: StatementUnits): Decimal {
  const exact = calculateContainedMass(
    { value: line.tonnes, unit: units.tonnes },
    { value: line.grade, unit: units.grade },
    units.contained,
  )
  return exact.eq(0) ? exact : roundSignificant(exact, line.figures ?? DEFAULT_FIGURES)
}

/**
 * Why categories may not be added together, or null if they may: Inferred stands alone, and reserves are never added to
 * resources, which may include them.
 */
export function explainInvalidTotal(of: readonly Category[]): string | null {
  const reserves = of.filter((category) => (reserveCategories as readonly Category[]).includes(category))
  if (reserves.length > 0 && reserves.length < of.length) {
    return 'Reserves and resources are not added together, because resources may be reported inclusive of reserves.'
  }
  if (of.includes('inferred') && of.some((category) => category !== 'inferred')) {
    return 'Inferred Resources are not added to Measured or Indicated Resources. Report them separately, without a combined total.'
  }
  return null
}

/**
 * The total of some categories: tonnes and contained are the sums of the reported lines, the grade is weighted by
 * tonnes (Σ tonnes × grade ÷ Σ tonnes) and not rounded.
 *
 * Throws a RangeError for categories that may not be added, and if no line has any of them.
 */
export function calculateTotal(
  lines: readonly StatementLine[],
  of: readonly Category[],
  units: StatementUnits,
): ResourceTotals {
  const refused = explainInvalidTotal(of)
  if (refused) throw new RangeError(refused)
  const members = lines.filter((line) => of.includes(line.category))
  if (members.length === 0) throw new RangeError(`The statement has no line for ${of.join(' or ')}.`)
  const tonnes = sum(members.map((line) => line.tonnes))
  const exact = sum(
    members.map(({ tonnes, grade }) =>
      calculateContainedMass(
        { value: tonnes, unit: units.tonnes },
        { value: grade, unit: units.grade },
        units.contained,
      ),
    ),
  )
  return {
    tonnes,
    grade: calculateGrade(
      { value: exact, unit: units.contained },
      { value: tonnes, unit: units.tonnes },
      units.grade,
    ),
    contained: sum(members.map((line) => line.contained)),
  }
}

/** Measured and Indicated together, or whichever of them the statement has. Never Inferred. */
export const calculateBackingTotal = (
  lines: readonly StatementLine[],
  units: StatementUnits,
): ResourceTotals => calculateTotal(lines, backingCategories, units)

/** A total as printed: each figure with the decimals of the most precise line. */
export function formatTotals(totals: ResourceTotals, lines: readonly StatementLine[]): ReportedFigures {
  const print = (name: keyof ReportedFigures): string => {
    const decimals = Math.max(0, ...lines.map((line) => countDecimals(line[name])))
    return roundTo(totals[name], decimals).toFixed(decimals)
  }
  return { tonnes: print('tonnes'), grade: print('grade'), contained: print('contained') }
}

/** Absolute, in the unit of the statement, and in percent of the earlier value; percent is null if that is zero. */
export interface Change {
  absolute: Decimal
  percent: number | null
}

const changeOf = (now: Decimal, before: Decimal): Change => ({
  absolute: now.minus(before),
  percent: calculatePercentage(now.minus(before), before),
})

/** The change between two totals, both in the same units. Only compare totals at the same cut-off. */
export const calculateChange = (
  now: ResourceTotals,
  before: ResourceTotals,
): Record<keyof ResourceTotals, Change> => ({
  tonnes: changeOf(now.tonnes, before.tonnes),
  grade: changeOf(now.grade, before.grade),
  contained: changeOf(now.contained, before.contained),
})

/**
 * Whether `value` equals the printed `shown`, to the decimals shown: a statement is checked against its own figures.
 */
export const equalsPrintedValue = (value: Decimal, shown: string): boolean =>
  roundTo(value, countDecimals(shown)).eq(toDecimal(shown))
