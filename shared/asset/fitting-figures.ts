/**
 * Which figures of a portfolio fit together, as those that are derived do: value = invested − withdrawn + gains, and
 * performance is the gains in percent of what was invested. Amounts in USD, as decimals.
 */
import { type Decimal, type DecimalInput, decimal, decimalsOf, roundTo, zero } from './decimal.ts'

interface Amounts {
  value: DecimalInput
  invested: DecimalInput
  withdrawn: DecimalInput
  gains: DecimalInput
}

/** The value that these amounts give. */
export const makeValue = ({ invested, withdrawn, gains }: Omit<Amounts, 'value'>): Decimal =>
  decimal(invested).minus(decimal(withdrawn)).plus(decimal(gains))

/** The gains that these amounts give. */
export const makeGains = ({ value, invested, withdrawn }: Omit<Amounts, 'gains'>): Decimal =>
  decimal(value).minus(decimal(invested)).plus(decimal(withdrawn))

/** The performance in percent, to four decimals; 0 where nothing was invested. */
export function makePerformance({ gains, invested }: Pick<Amounts, 'gains' | 'invested'>): Decimal {
  const base = decimal(invested)
  return base.eq(0) ? zero : roundTo(decimal(gains).times(100).div(base), 4)
}

export interface StatedFigures {
  value: string
  invested: string
  gains: string
  /** Percent. */
  performance: string
  /** What the ledger has as withdrawn; undefined where that is not known, and the value is then not checked. */
  withdrawn: string | undefined
}

/** The figures that do not fit, with those that would; undefined for one that fits. */
export interface Misfits {
  value: Decimal | undefined
  performance: Decimal | undefined
}

/** Performance fits with the decimals that are stated, and with two at least: '-40.88' fits -40.8846. */
function fitsPerformance(stated: string, exact: Decimal): boolean {
  const decimals = Math.max(2, decimalsOf(stated))
  return roundTo(exact, decimals).eq(roundTo(stated, decimals))
}

/** Which figures do not fit. Where nothing was invested, no performance is checked: nothing is a percentage of zero. */
export function findMisfits({ value, invested, gains, performance, withdrawn }: StatedFigures): Misfits {
  const fittingValue = withdrawn === undefined ? undefined : makeValue({ invested, withdrawn, gains })
  const fittingPerformance = makePerformance({ gains, invested })
  const isFitting = decimal(invested).eq(0) || fitsPerformance(performance, fittingPerformance)
  return {
    value: fittingValue?.eq(decimal(value)) ? undefined : fittingValue,
    performance: isFitting ? undefined : fittingPerformance,
  }
}
