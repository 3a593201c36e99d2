/**
 * The grade-tonnage curve of a binned distribution: for any cut-off the tonnes above it, their mean grade and what they
 * contain. Both come from one block model, as JORC Code 2012, Table 1, section 3 (cut-off parameters) has them shown.
 */
import { type Decimal, type DecimalInput, decimal, sum, zero } from './decimal.ts'
import type { StatementUnits } from './resource.ts'
import { containedIn } from './units.ts'

/** Ground with grades from `from` to `to`. Mean grade and bounds are in one unit. */
export interface GradeBin {
  from: DecimalInput
  to: DecimalInput
  tonnes: DecimalInput
  grade: DecimalInput
}

export interface AboveCutOff {
  tonnes: Decimal
  /** Null when nothing is above the cut-off. */
  grade: Decimal | null
  contained: Decimal
}

/**
 * Says what is wrong with a list of bins, or null. They have to join without gaps in rising order, and the mean grade
 * of each has to be in the middle third of its range: only then does a straight line describe how its tonnes lie
 * within it (see `aboveWithin`).
 */
export function checkBins(bins: readonly GradeBin[]): { index: number; message: string } | null {
  for (const [index, bin] of bins.entries()) {
    const [from, to, grade] = [decimal(bin.from), decimal(bin.to), decimal(bin.grade)]
    const before = bins[index - 1]
    if (from.lt(0) || to.lte(from) || decimal(bin.tonnes).lt(0)) {
      return { index, message: 'Expected a bin that rises from 0 or more, with tonnes of 0 or more.' }
    }
    if (before && !decimal(before.to).eq(from)) {
      return { index, message: `Expected a bin from ${before.to}, where the one before ends.` }
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
 * Density of tonnes over grade in a bin of width w, middle c, T tonnes and mean m: T ÷ w × (1 + k (g − c)) with
 * k = 12 (m − c) ÷ w². Its integral over the bin is T and its mean is m; it is nowhere negative as long as m is within
 * w ÷ 6 of the middle. Above a cut-off at c + u:
 * tonnes T ÷ w × ((w/2 − u) + k (w²/4 − u²) ÷ 2), and tonnes × (grade − c) T ÷ w × ((w²/4 − u²) ÷ 2 + k (w³/8 − u³) ÷ 3).
 */
function aboveWithin(bin: GradeBin, cutOff: Decimal): { tonnes: Decimal; product: Decimal } {
  const [from, to, all] = [decimal(bin.from), decimal(bin.to), decimal(bin.tonnes)]
  if (cutOff.lte(from)) return { tonnes: all, product: all.times(decimal(bin.grade)) }
  if (cutOff.gte(to)) return { tonnes: zero, product: zero }
  const width = to.minus(from)
  const half = width.div(2)
  const middle = from.plus(half)
  const slope = decimal(bin.grade).minus(middle).times(12).div(width.pow(2))
  const u = cutOff.minus(middle)
  const halfSquares = half.pow(2).minus(u.pow(2)).div(2)
  const thirdCubes = half.pow(3).minus(u.pow(3)).div(3)
  const density = all.div(width)
  const tonnes = density.times(half.minus(u).plus(slope.times(halfSquares)))
  const moment = density.times(halfSquares.plus(slope.times(thirdCubes)))
  return { tonnes, product: moment.plus(middle.times(tonnes)) }
}

/**
 * Tonnes above a cut-off, their mean grade and what they contain, in `units`. At the bound of a bin the figures are
 * the sums of the bins above it; in between a bin is divided as a straight line through its mean divides it. A cut-off
 * of 0 gives the total.
 */
export function aboveCutOff(
  bins: readonly GradeBin[],
  cutOff: DecimalInput,
  units: StatementUnits,
): AboveCutOff {
  const parts = bins.map((bin) => aboveWithin(bin, decimal(cutOff)))
  const tonnes = sum(parts.map((part) => part.tonnes))
  if (tonnes.eq(0)) return { tonnes, grade: null, contained: zero }
  const grade = sum(parts.map((part) => part.product)).div(tonnes)
  return {
    tonnes,
    grade,
    contained: containedIn(
      { value: tonnes, unit: units.tonnes },
      { value: grade, unit: units.grade },
      units.contained,
    ),
  }
}
