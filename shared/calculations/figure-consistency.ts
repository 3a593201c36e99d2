/**
 * Which figures of a portfolio are consistent with each other, as calculated ones are: value = invested − withdrawn +
 * gains, and performance is gains as a percentage of the amount invested. Amounts in USD, as decimals.
 */
import { countDecimals, type Decimal, type DecimalInput, roundTo, toDecimal, zero } from './decimal.ts'

interface Amounts {
  value: DecimalInput
  invested: DecimalInput
  withdrawn: DecimalInput
  gains: DecimalInput
}

/** The value implied by these amounts. */
export const calculateValue = ({ invested, withdrawn, gains }: Omit<Amounts, 'value'>): Decimal =>
  toDecimal(invested).minus(toDecimal(withdrawn)).plus(toDecimal(gains))

/** The gains implied by these amounts. */
export const calculateGains = ({ value, invested, withdrawn }: Omit<Amounts, 'gains'>): Decimal =>
  toDecimal(value).minus(toDecimal(invested)).plus(toDecimal(withdrawn))

/** The performance in percent, to four decimals; 0 if nothing was invested. */
export function calculatePerformance({ gains, invested }: Pick<Amounts, 'gains' | 'invested'>): Decimal {
  const base = toDecimal(invested)
  return base.eq(0) ? zero : roundTo(toDecimal(gains).times(100).div(base), 4)
}

export interface ManualFigures {
  value: string
  invested: string
  gains: string
  /** Percent. */
  performance: string
  /** Amount withdrawn according to the ledger; undefined if unknown, in which case the value is not checked. */
  withdrawn: string | undefined
}

/** The inconsistent figures with the values that would fit; undefined for a consistent one. */
export interface FigureInconsistencies {
  value: Decimal | undefined
  performance: Decimal | undefined
}

/** Performance is compared to the decimals stated, but at least two: '-40.88' fits -40.8846. */
function fitsPerformance(stated: string, exact: Decimal): boolean {
  const decimals = Math.max(2, countDecimals(stated))
  return roundTo(exact, decimals).eq(roundTo(stated, decimals))
}

/**
 * Which figures are inconsistent. If nothing was invested, performance is not checked: there is no percentage of zero.
 */
export function findInconsistencies({
  value,
  invested,
  gains,
  performance,
  withdrawn,
}: ManualFigures): FigureInconsistencies {
  const fittingValue = withdrawn === undefined ? undefined : calculateValue({ invested, withdrawn, gains })
  const fittingPerformance = calculatePerformance({ gains, invested })
  const isFitting = toDecimal(invested).eq(0) || fitsPerformance(performance, fittingPerformance)
  return {
    value: fittingValue?.eq(toDecimal(value)) ? undefined : fittingValue,
    performance: isFitting ? undefined : fittingPerformance,
  }
}
