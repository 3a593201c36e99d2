/**
 * Two valuation methods for an entitlement, in US dollars, using the VALMIN Code 2015's names for the approaches:
 *
 * - `cash-flow` (income approach): discounted net proceeds of the production attributable to the entitlement. For
 * projects with a study at pre-feasibility level or beyond.
 * - `yardstick` (market approach): a price per unit of metal or mineral in the ground, based on comparable
 * transactions, with adjustments. For earlier projects.
 *
 * An entitlement shares in net proceeds and is never asked for money: a year of loss counts as zero.
 */
import { type Decimal, type DecimalInput, one, roundTo, sum, toDecimal, zero } from './decimal.ts'
import { convertMass, isMassUnit, type MassUnit } from './measurement-units.ts'

/** Required names of a method's inputs. A yardstick may have further adjustments, each in percent. */
export const cashFlowInputs = [
  'price',
  'recovery',
  'payable',
  'royalty',
  'unit-cost',
  'discount-rate',
] as const
export const yardstickInput = 'yardstick'

/** One input with its range; `low` and `high` are the ends of the number, not of the resulting value. */
export interface ValuationInput {
  id: string
  label: string
  /** `%`, or dollars per mass: `USD/g`, `USD/kg`, `USD/t` … */
  unit: string
  low: DecimalInput
  preferred: DecimalInput
  high: DecimalInput
  source: string
  /** Date of the source, `2026-10-31`. */
  as_of: string
}

interface ValuationBasis {
  /** Metal or mineral in the ground covered by the entitlement. */
  quantity: { value: DecimalInput; unit: MassUnit }
  /** Units that share in it. */
  units: DecimalInput
  inputs: readonly ValuationInput[]
}

export interface CashFlowModel extends ValuationBasis {
  method: 'cash-flow'
  /** When in its year a cash flow counts: mid-year or year-end. */
  convention: 'mid-year' | 'year-end'
  /**
   * Percentage of the quantity mined in each year; year 1 begins on the valuation date. The shares add up to 100 or
   * less: quantities never mined have no value.
   */
  profile: readonly { year: number; percent: DecimalInput }[]
}

export interface YardstickModel extends ValuationBasis {
  method: 'yardstick'
}

export type ValuationModel = CashFlowModel | YardstickModel

/** One year of a cash flow, in dollars; `payable` is in the unit of the price. */
export interface CashFlowYear {
  year: number
  payable: Decimal
  revenue: Decimal
  royalty: Decimal
  cost: Decimal
  cashFlow: Decimal
  discountFactor: Decimal
  presentValue: Decimal
}

/** Values that replace the preferred ones, by input id. */
export type InputValues = Readonly<Record<string, DecimalInput>>

/** The mass in an input's unit: kg for `USD/kg`. Throws a RangeError for another unit. */
function pricedMass({ id, unit }: ValuationInput): MassUnit {
  const mass = unit.replace(/^USD\//, '')
  if (mass === unit || !isMassUnit(mass)) {
    throw new RangeError(`The input ${id} must be in dollars per mass, such as USD/kg, not in ${unit}.`)
  }
  return mass
}

/** Reads inputs by id. Throws a RangeError if one is missing or has another unit. */
function readInputs(model: ValuationModel, values: InputValues) {
  const find = (id: string): ValuationInput => {
    const input = model.inputs.find((one) => one.id === id)
    if (!input) throw new RangeError(`The valuation requires the input ${id}.`)
    return input
  }
  const read = (input: ValuationInput): Decimal => toDecimal(values[input.id] ?? input.preferred)
  const fraction = (input: ValuationInput): Decimal => {
    if (input.unit !== '%') throw new RangeError(`The input ${input.id} must be in %, not in ${input.unit}.`)
    return read(input).div(100)
  }
  return { find, read, fraction, share: (id: string) => fraction(find(id)) }
}

/**
 * (1 + rate)^−t for a year, where t is the year, or half a year less under the mid-year convention. The square root is
 * calculated once: it is the slow part when a reader moves an input.
 */
function discountFactors(rate: Decimal, convention: CashFlowModel['convention']): (year: number) => Decimal {
  const growth = one.plus(rate)
  if (growth.lte(0)) throw new RangeError('A discount rate must be greater than -100%.')
  const start = convention === 'mid-year' ? growth.sqrt() : one
  return (year) => start.div(growth.pow(year))
}

/**
 * The years of a discounted cash flow:
 *
 * payable = quantity × percent of the year × recovery × payable share;
 * cash flow = payable × (price × (1 − royalty) − unit cost), not below zero;
 * present value = cash flow ÷ (1 + discount rate)^t, t = year − ½ (mid-year) or year (year-end).
 *
 * `values` replace preferred inputs. Throws a RangeError for a missing input, an incompatible unit, a cost per another
 * mass than the price, or a profile of more than 100%.
 */
export function listCashFlowYears(model: CashFlowModel, values: InputValues = {}): CashFlowYear[] {
  const { find, read, share } = readInputs(model, values)
  const [priceInput, costInput] = [find('price'), find('unit-cost')]
  const mass = pricedMass(priceInput)
  if (pricedMass(costInput) !== mass) throw new RangeError('Price and unit cost must be per the same mass.')
  if (sum(model.profile.map(({ percent }) => percent)).gt(100)) {
    throw new RangeError('The years cannot mine more than 100% of the quantity.')
  }
  const quantity = convertMass(model.quantity.value, model.quantity.unit, mass)
  const [price, cost] = [read(priceInput), read(costInput)]
  const [recovery, paid, royalty, rate] = [
    share('recovery'),
    share('payable'),
    share('royalty'),
    share('discount-rate'),
  ]
  const factorOf = discountFactors(rate, model.convention)
  return model.profile.map(({ year, percent }) => {
    const payable = quantity.times(toDecimal(percent)).div(100).times(recovery).times(paid)
    const revenue = payable.times(price)
    const owed = revenue.times(royalty)
    const spent = payable.times(cost)
    const net = revenue.minus(owed).minus(spent)
    const cashFlow = net.lt(0) ? zero : net
    const factor = factorOf(year)
    const presentValue = cashFlow.times(factor)
    return {
      year,
      payable,
      revenue,
      royalty: owed,
      cost: spent,
      cashFlow,
      discountFactor: factor,
      presentValue,
    }
  })
}

/** Quantity × yardstick × every adjustment in percent. */
function yardstickValue(model: YardstickModel, values: InputValues): Decimal {
  const { find, read, fraction } = readInputs(model, values)
  const base = find(yardstickInput)
  const adjustments = model.inputs.filter((input) => input !== base).map(fraction)
  const quantity = convertMass(model.quantity.value, model.quantity.unit, pricedMass(base))
  return adjustments.reduce((value, factor) => value.times(factor), quantity.times(read(base)))
}

/** The value of the entitlement in dollars, unrounded. `values` replace preferred inputs. Throws as its parts do. */
export const calculateEntitlementValue = (model: ValuationModel, values: InputValues = {}): Decimal =>
  model.method === 'yardstick'
    ? yardstickValue(model, values)
    : sum(listCashFlowYears(model, values).map((year) => year.presentValue))

/** The value of one unit in dollars, unrounded. Throws a RangeError without units. */
export function calculateUnitValue(model: ValuationModel, values: InputValues = {}): Decimal {
  const units = toDecimal(model.units)
  if (units.lte(0)) throw new RangeError('A unit value requires more than zero units.')
  return calculateEntitlementValue(model, values).div(units)
}

/** Dollars per unit, rounded to the cent. */
export interface UnitValueRange {
  low: Decimal
  preferred: Decimal
  high: Decimal
}

const falls: readonly string[] = ['royalty', 'unit-cost', 'discount-rate']

/** Every input at the end of its range that lowers the value, or at the end that raises it. */
function allAt(model: ValuationModel, end: 'low' | 'high'): InputValues {
  const other = end === 'low' ? 'high' : 'low'
  return Object.fromEntries(
    model.inputs.map((input) => [input.id, falls.includes(input.id) ? input[other] : input[end]]),
  )
}

/**
 * Low: every input at the unfavorable end of its range; preferred; high: every input at the favorable end. Royalty,
 * cost and discount rate are unfavorable when high. Always low ≤ preferred ≤ high.
 */
export function calculateUnitValueRange(model: ValuationModel): UnitValueRange {
  const cents = (values?: InputValues) => roundTo(calculateUnitValue(model, values), 2)
  return { low: cents(allAt(model, 'low')), preferred: cents(), high: cents(allAt(model, 'high')) }
}

/** One bar of a tornado chart: the unit value with one input at either end of its range and the others as preferred. */
export interface Sensitivity {
  input: ValuationInput
  atLow: Decimal
  atHigh: Decimal
  /** Distance between the two, not negative. */
  swing: Decimal
}

/** Sensitivities of the unit value in dollars, unrounded, the widest first. */
export function calculateSensitivities(model: ValuationModel): Sensitivity[] {
  return model.inputs
    .map((input) => {
      const atLow = calculateUnitValue(model, { [input.id]: input.low })
      const atHigh = calculateUnitValue(model, { [input.id]: input.high })
      return { input, atLow, atHigh, swing: atHigh.minus(atLow).abs() }
    })
    .sort((a, b) => b.swing.cmp(a.swing))
}
