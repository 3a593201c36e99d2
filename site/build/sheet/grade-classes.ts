/** Classes of grade of a section: one below the cut-off, three above it. */

export interface GradeClass {
  /** Lower bound, which belongs to the class; 0 for the first. */
  from: number
  /** Upper bound, which does not; null for the last. */
  to: number | null
}

/** To two significant figures, as a legend prints bounds. */
const roundBound = (value: number): number => Number(value.toPrecision(2))

/**
 * The cut-off is a bound, and the two above it divide the way to the highest grade by equal factors, since grades are
 * distributed over orders of magnitude.
 */
export function gradeClasses(cutOff: number, highest: number): GradeClass[] {
  const factor = Math.cbrt(Math.max(highest, cutOff * 1.2) / cutOff)
  const bounds = [0, cutOff, roundBound(cutOff * factor), roundBound(cutOff * factor ** 2)]
  return bounds.map((from, at) => ({ from, to: bounds[at + 1] ?? null }))
}

/** The number of the class of a grade, 0 for what is below the cut-off. */
export const classOf = (classes: readonly GradeClass[], grade: number): number =>
  Math.max(
    0,
    classes.findLastIndex(({ from }) => grade >= from),
  )
