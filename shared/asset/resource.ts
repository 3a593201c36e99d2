/**
 * The arithmetic of a resource statement. Categories and what may be added to what follow the CRIRSCO International
 * Reporting Template, the JORC Code 2012 (clauses 20 to 36) and the CIM Definition Standards, to which NI 43-101
 * refers; section 2.2(c) of NI 43-101 forbids adding Inferred Resources to other categories.
 */
import { type Decimal, decimal, decimalsOf, percentOf, roundSignificant, roundTo, sum } from './decimal.ts'
import { containedIn, type GradeUnit, gradeOf, type MassUnit, type VolumeUnit } from './units.ts'

export const resourceCategories = ['measured', 'indicated', 'inferred'] as const
export const reserveCategories = ['proved', 'probable'] as const
/** Every category, by falling confidence: resources first, then reserves. */
export const categories = [...resourceCategories, ...reserveCategories] as const
export type Category = (typeof categories)[number]

/** The name of a category under a standard: CIM, and so NI 43-101, says Proven where JORC says Proved. */
export const categoryName = (category: Category, standard: string): string =>
  category === 'proved' && standard === 'NI 43-101'
    ? 'Proven'
    : `${category.charAt(0).toUpperCase()}${category.slice(1)}`

/** What counts towards the backing of a series, and towards a total of resources. */
export const backingCategories = ['measured', 'indicated'] as const satisfies Category[]

export interface StatementUnits {
  tonnes: MassUnit | VolumeUnit
  grade: GradeUnit
  contained: MassUnit
}

/** Decimals as text, as they are printed: '12.80' keeps its zero. */
export interface ReportedFigures {
  tonnes: string
  grade: string
  contained: string
}

export interface StatementLine extends ReportedFigures {
  category: Category
  /** Significant figures to which `contained` is reported; three unless stated. */
  figures?: number | undefined
}

export interface Totals {
  tonnes: Decimal
  grade: Decimal
  contained: Decimal
}

const DEFAULT_FIGURES = 3

/**
 * Contained metal or mineral of a line: tonnes × grade in `units.contained`, rounded to the significant figures of the
 * line. 3.2 Mt at 7.10 g/t hold 22.7 t.
 */
export function containedOf(line: Omit<StatementLine, 'contained'>, units: StatementUnits): Decimal {
  const exact = containedIn(
    { value: line.tonnes, unit: units.tonnes },
    { value: line.grade, unit: units.grade },
    units.contained,
  )
  return exact.eq(0) ? exact : roundSignificant(exact, line.figures ?? DEFAULT_FIGURES)
}

/**
 * Says why categories may not be added to each other, or null when they may: Inferred stays by itself, and reserves
 * are never added to resources, which may include them.
 */
export function refuseTotal(of: readonly Category[]): string | null {
  const reserves = of.filter((category) => (reserveCategories as readonly Category[]).includes(category))
  if (reserves.length > 0 && reserves.length < of.length) {
    return 'Reserves and resources are never added together: resources may include the reserves.'
  }
  if (of.includes('inferred') && of.some((category) => category !== 'inferred')) {
    return 'Inferred is never added to Measured or Indicated: list it apart, with no total over it.'
  }
  return null
}

/**
 * The total over some categories: tonnes and contained are the sums of the reported lines, the grade is weighted by
 * tonnes (Σ tonnes × grade ÷ Σ tonnes) and not rounded.
 *
 * Throws a RangeError for categories that may not be added, and when no line has one of them.
 */
export function totalOf(
  lines: readonly StatementLine[],
  of: readonly Category[],
  units: StatementUnits,
): Totals {
  const refused = refuseTotal(of)
  if (refused) throw new RangeError(refused)
  const members = lines.filter((line) => of.includes(line.category))
  if (members.length === 0) throw new RangeError(`The statement has no line for ${of.join(' or ')}.`)
  const tonnes = sum(members.map((line) => line.tonnes))
  const exact = sum(
    members.map(({ tonnes, grade }) =>
      containedIn(
        { value: tonnes, unit: units.tonnes },
        { value: grade, unit: units.grade },
        units.contained,
      ),
    ),
  )
  return {
    tonnes,
    grade: gradeOf(
      { value: exact, unit: units.contained },
      { value: tonnes, unit: units.tonnes },
      units.grade,
    ),
    contained: sum(members.map((line) => line.contained)),
  }
}

/** Measured and Indicated together, or the one of them that the statement has. Never Inferred. */
export const backingTotal = (lines: readonly StatementLine[], units: StatementUnits): Totals =>
  totalOf(lines, backingCategories, units)

/** A total as it is printed: each figure with the decimals of the line that shows most of them. */
export function reportTotals(totals: Totals, lines: readonly StatementLine[]): ReportedFigures {
  const print = (name: keyof ReportedFigures): string => {
    const decimals = Math.max(0, ...lines.map((line) => decimalsOf(line[name])))
    return roundTo(totals[name], decimals).toFixed(decimals)
  }
  return { tonnes: print('tonnes'), grade: print('grade'), contained: print('contained') }
}

/** Absolute, in the unit of the statement, and in percent of the earlier value; percent is null where that is zero. */
export interface Change {
  absolute: Decimal
  percent: number | null
}

const changeOf = (now: Decimal, before: Decimal): Change => ({
  absolute: now.minus(before),
  percent: percentOf(now.minus(before), before),
})

/** What has changed between two totals, both in the same units: compare them at the same cut-off only. */
export const changeSince = (now: Totals, before: Totals): Record<keyof Totals, Change> => ({
  tonnes: changeOf(now.tonnes, before.tonnes),
  grade: changeOf(now.grade, before.grade),
  contained: changeOf(now.contained, before.contained),
})

/** A statement is compared with what it prints: whether `value` is what `shown` says, to the decimals shown. */
export const agrees = (value: Decimal, shown: string): boolean =>
  roundTo(value, decimalsOf(shown)).eq(decimal(shown))
