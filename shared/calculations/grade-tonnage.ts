/**
 * The grade-tonnage curve of a binned distribution: for any cut-off, the tonnes above it, their mean grade and their
 * contained metal. Both come from one block model, as JORC Code 2012, Table 1, section 3 (cut-off parameters) requires.
 */
import { type Decimal, type DecimalInput, sum, toDecimal, zero } from './decimal.ts'
import { calculateContainedMass } from './measurement-units.ts'
import type { StatementUnits } from './resource-statement.ts'

/** Material with grades from `from` to `to`. Mean grade and bounds share one unit. */
export interface GradeBin {
  from: DecimalInput
  to: DecimalInput
  tonnes: DecimalInput
  grade: DecimalInput
}

export interface AboveCutOff {
  tonnes: Decimal
  /** Null if nothing is above the cut-off. */
  grade: Decimal | null
  contained: Decimal
}

/**
 * What is wrong with a list of bins, or null. Bins must be contiguous and in ascending order, and each mean grade must
 * lie in the middle third of its range: only then can a straight line describe the distribution of tonnes within the
 * bin (see `aboveWithin`).
 */
export function findBinError(bins: readonly GradeBin[]): { index: number; message: string } | null {
  for (const [index, bin] of bins.entries()) {
    const [from, to, grade] = [toDecimal(bin.from), toDecimal(bin.to), toDecimal(bin.grade)]
    const before = bins[index - 1]
    if (from.lt(0) || to.lte(from) || toDecimal(bin.tonnes).lt(0)) {
      return { index, message: 'Expected a bin with an increasing range from 0 and tonnage of 0 or more.' }
    }
    if (before && !toDecimal(before.to).eq(from)) {
      return { index, message: `Expected the bin to start at ${before.to}, where the previous bin ends.` }
    }
    const third = to.minus(from).div(3)
    if (grade.lt(from.plus(third)) || grade.gt(to.minus(third))) {
      const range = `${from.plus(third).round(4)} to ${to.minus(third).round(4)}`
      return { index, message: `Expected a mean grade in the middle third of the bin: ${range}.` }
    }
  }
  return null
}

/**
 * Tonnes, and tonnes × grade, of one bin above a cut-off inside it.
 *
 * Density of tonnes over grade in a bin of width w, center c, T tonnes and mean m: T ÷ w × (1 + k (g − c)) with
 * k = 12 (m − c) ÷ w². Its integral over the bin is T and its mean is m; it is nowhere negative as long as m is within
 * w ÷ 6 of the center. Above a cut-off at c + u:
 * tonnes T ÷ w × ((w/2 − u) + k (w²/4 − u²) ÷ 2), and
 * tonnes × (grade − c) T ÷ w × ((w²/4 − u²) ÷ 2 + k (w³/8 − u³) ÷ 3).
 */
function aboveWithin(bin: GradeBin, cutOff: Decimal): { tonnes: Decimal; product: Decimal } {
  const [from, to, all] = [toDecimal(bin.from), toDecimal(bin.to), toDecimal(bin.tonnes)]
  if (cutOff.lte(from)) return { tonnes: all, product: all.times(toDecimal(bin.grade)) }
  if (cutOff.gte(to)) return { tonnes: zero, product: zero }
  const width = to.minus(from)
  const half = width.div(2)
  const middle = from.plus(half)
  const slope = toDecimal(bin.grade).minus(middle).times(12).div(width.pow(2))
  const u = cutOff.minus(middle)
  const halfSquares = half.pow(2).minus(u.pow(2)).div(2)
  const thirdCubes = half.pow(3).minus(u.pow(3)).div(3)
  const density = all.div(width)
  const tonnes = density.times(half.minus(u).plus(slope.times(halfSquares)))
  const moment = density.times(halfSquares.plus(slope.times(thirdCubes)))
  return { tonnes, product: moment.plus(middle.times(tonnes)) }
}

/**
 * Tonnes above a cut-off, their mean grade and their contained metal, in `units`. At a bin boundary the figures are the
 * sums of the bins above; in between, a bin is divided along a straight line through its mean. A cut-off of 0 gives the
 * total.
 */
export function calculateAboveCutOff(
  bins: readonly GradeBin[],
  cutOff: DecimalInput,
  units: StatementUnits,
): AboveCutOff {
  const parts = bins.map((bin) => aboveWithin(bin, toDecimal(cutOff)))
  const tonnes = sum(parts.map((part) => part.tonnes))
  if (tonnes.eq(0)) return { tonnes, grade: null, contained: zero }
  const grade = sum(parts.map((part) => part.product)).div(tonnes)
  return {
    tonnes,
    grade,
    contained: calculateContainedMass(
      { value: tonnes, unit: units.tonnes },
      { value: grade, unit: units.grade },
      units.contained,
    ),
  }
}
