/**
 * From ground to unit: the steps from the contained metal of a resource statement to the units that a custodian holds
 * against a series. Each step uses the printed result of the previous one, so a reader with a pocket calculator gets
 * the same figures.
 */
import { countDecimals, type Decimal, roundTo, toDecimal, truncateTo } from './decimal.ts'
import { convertMass, isMassUnit } from './measurement-units.ts'

export const chainOperations = ['start', 'times', 'plus', 'minus', 'divide'] as const

/** A quantity as printed. The unit is a mass, 'units', or for a factor '%' or 'ratio'. */
export interface Quantity {
  value: string
  unit: string
}

export interface DerivationStep {
  label: string
  operation: (typeof chainOperations)[number]
  /** The starting value, factor, addend, subtrahend or divisor; `per unit` when masses become units. */
  input: Quantity & { label: string }
  result: Quantity
}

export interface ComputedStep {
  value: Decimal
  unit: string
  /** As a reader would type it: `1,000 kt × 3%`, with the values as printed. */
  formula: string
}

/**
 * The steps set out in an entitlement agreement, up to the division into units. Later steps, such as units held back or
 * retired, happen under the agreement.
 */
export const listAgreedSteps = <T extends Pick<DerivationStep, 'operation'>>(
  chain: readonly T[],
): readonly T[] => chain.slice(0, chain.findIndex(({ operation }) => operation === 'divide') + 1)

const signs = { start: '', times: '×', plus: '+', minus: '−', divide: '÷' } as const

const print = ({ value, unit }: Quantity): string => (unit === 'ratio' ? value : `${value} ${unit}`)

/** A mass in the unit `to`; units stay units. Throws a RangeError if a mass is requested as units or vice versa. */
function convert(value: Decimal, from: string, to: string): Decimal {
  if (from === to) return value
  if (isMassUnit(from) && isMassUnit(to)) return convertMass(value, from, to)
  throw new RangeError(`A quantity in ${from} cannot be stated in ${to}.`)
}

/** The unrounded result of a step, in its unit. */
function computeExact({ operation, input, result }: DerivationStep, before: Quantity): Decimal {
  const value = toDecimal(before.value)
  const operand = toDecimal(input.value)
  if (operation === 'times') {
    if (input.unit !== '%' && input.unit !== 'ratio') {
      throw new RangeError(`A factor must be in % or a ratio, not in ${input.unit}.`)
    }
    const factor = input.unit === '%' ? operand.div(100) : operand
    return convert(value.times(factor), before.unit, result.unit)
  }
  if (operation === 'divide') {
    if (result.unit !== 'units') throw new RangeError('Divide a mass by the mass of one unit to get units.')
    if (operand.lte(0)) throw new RangeError('The mass of one unit must be greater than zero.')
    return value.div(convert(operand, input.unit, before.unit))
  }
  const change = convert(operand, input.unit, before.unit)
  const changed = operation === 'plus' ? value.plus(change) : value.minus(change)
  return convert(changed, before.unit, result.unit)
}

/**
 * Calculates a step from the previous result. Masses are rounded to the decimals printed in the step; units are
 * truncated to at most six, so that there are never more of them than the material supports.
 *
 * Throws a RangeError for incompatible units, for a starting step in the middle, or for a negative remainder.
 */
export function computeStep(step: DerivationStep, before: Quantity | null): ComputedStep {
  const { operation, input, result } = step
  if ((operation === 'start') !== (before === null)) {
    throw new RangeError('The first step of a chain, and only the first, must be its starting quantity.')
  }
  const exact = before ? computeExact(step, before) : convert(toDecimal(input.value), input.unit, result.unit)
  if (exact.lt(0)) throw new RangeError('The remaining quantity would be negative.')
  const decimals = countDecimals(result.value)
  return {
    value: result.unit === 'units' ? truncateTo(exact, Math.min(6, decimals)) : roundTo(exact, decimals),
    unit: result.unit,
    formula: before
      ? `${print(before)} ${signs[operation]} ${print(input)}${operation === 'divide' ? ' per unit' : ''}`
      : print(input),
  }
}

/** Every step, calculated from the printed result of the previous one. Throws as `computeStep` does. */
export const computeDerivation = (steps: readonly DerivationStep[]): ComputedStep[] =>
  steps.map((step, at) => computeStep(step, steps[at - 1]?.result ?? null))
