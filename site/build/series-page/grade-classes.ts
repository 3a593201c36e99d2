/** Grade classes of a section: one below the cut-off, three above it. */

export interface GradeClass {
  /** Inclusive lower bound; 0 for the first class. */
  from: number
  /** Exclusive upper bound; null for the last class. */
  to: number | null
}

/** Rounded to two significant figures, as a legend prints bounds. */
const roundBound = (value: number): number => Number(value.toPrecision(2))

/**
 * The cut-off is a bound, and the two above it divide the range up to the highest grade by equal factors, because
 * grades are spread over orders of magnitude.
 */
export function gradeClasses(cutOff: number, highest: number): GradeClass[] {
  const factor = Math.cbrt(Math.max(highest, cutOff * 1.2) / cutOff)
  const bounds = [0, cutOff, roundBound(cutOff * factor), roundBound(cutOff * factor ** 2)]
  return bounds.map((from, at) => ({ from, to: bounds[at + 1] ?? null }))
}

/** The class index of a grade, 0 for below the cut-off. */
export const getGradeClass = (classes: readonly GradeClass[], grade: number): number =>
  Math.max(
    0,
    classes.findLastIndex(({ from }) => grade >= from),
  )
