/**
 * From ground to unit: the steps from the contained metal of a resource statement to the units that a custodian holds
 * against a series. Each step is computed from the printed result of the one before, so that a reader with a pocket
 * calculator gets the same figures.
 */
import { cutTo, type Decimal, decimal, decimalsOf, roundTo } from './decimal.ts'
import { convertMass, isMassUnit } from './units.ts'

export const chainOperations = ['start', 'times', 'plus', 'minus', 'divide'] as const

/** A quantity as it is printed. The unit is one of mass, 'units', or for a factor '%' or 'ratio'. */
export interface Quantity {
  value: string
  unit: string
}

export interface ChainStep {
  label: string
  operation: (typeof chainOperations)[number]
  /** What is started from, multiplied with, added, subtracted or divided by; `per unit` when masses become units. */
  input: Quantity & { label: string }
  result: Quantity
}

export interface ComputedStep {
  value: Decimal
  unit: string
  /** As a reader would type it: `1,000 kt × 3%`, with the values as they are printed. */
  formula: string
}

/**
 * The steps that an entitlement agreement sets down: up to the division into units. What follows, such as units that
 * are kept back or retired, happens under it.
 */
export const agreedSteps = <T extends Pick<ChainStep, 'operation'>>(chain: readonly T[]): readonly T[] =>
  chain.slice(0, chain.findIndex(({ operation }) => operation === 'divide') + 1)

const signs = { start: '', times: '×', plus: '+', minus: '−', divide: '÷' } as const

const print = ({ value, unit }: Quantity): string => (unit === 'ratio' ? value : `${value} ${unit}`)

/** A mass in the unit `to`; units stay units. Throws a RangeError for a mass that is asked to be units or the reverse. */
function convert(value: Decimal, from: string, to: string): Decimal {
  if (from === to) return value
  if (isMassUnit(from) && isMassUnit(to)) return convertMass(value, from, to)
  throw new RangeError(`A quantity in ${from} cannot be stated in ${to}.`)
}

/** What a step gives before it is rounded, in the unit of its result. */
function computeExact({ operation, input, result }: ChainStep, before: Quantity): Decimal {
  const value = decimal(before.value)
  const operand = decimal(input.value)
  if (operation === 'times') {
    if (input.unit !== '%' && input.unit !== 'ratio') {
      throw new RangeError(`A factor is in % or is a ratio, not in ${input.unit}.`)
    }
    const factor = input.unit === '%' ? operand.div(100) : operand
    return convert(value.times(factor), before.unit, result.unit)
  }
  if (operation === 'divide') {
    if (result.unit !== 'units') throw new RangeError('A mass divided by the mass of one unit gives units.')
    if (operand.lte(0)) throw new RangeError('The mass of one unit has to be more than zero.')
    return value.div(convert(operand, input.unit, before.unit))
  }
  const change = convert(operand, input.unit, before.unit)
  const changed = operation === 'plus' ? value.plus(change) : value.minus(change)
  return convert(changed, before.unit, result.unit)
}

/**
 * Computes a step from the result of the one before. Masses are rounded to the decimals that the step prints; units
 * are cut at theirs, six at most, so that never more of them come about than there is ground for.
 *
 * Throws a RangeError when units do not fit, when a step starts in the middle, or when less than nothing would remain.
 */
export function computeStep(step: ChainStep, before: Quantity | null): ComputedStep {
  const { operation, input, result } = step
  if ((operation === 'start') !== (before === null)) {
    throw new RangeError('The first step of a chain starts it, and no other does.')
  }
  const exact = before ? computeExact(step, before) : convert(decimal(input.value), input.unit, result.unit)
  if (exact.lt(0)) throw new RangeError('Less than nothing would remain.')
  const decimals = decimalsOf(result.value)
  return {
    value: result.unit === 'units' ? cutTo(exact, Math.min(6, decimals)) : roundTo(exact, decimals),
    unit: result.unit,
    formula: before
      ? `${print(before)} ${signs[operation]} ${print(input)}${operation === 'divide' ? ' per unit' : ''}`
      : print(input),
  }
}

/** Every step, computed from the printed result of the one before. Throws as `computeStep` does. */
export const computeChain = (steps: readonly ChainStep[]): ComputedStep[] =>
  steps.map((step, at) => computeStep(step, steps[at - 1]?.result ?? null))
