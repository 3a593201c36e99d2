/**
 * Two methods to value an entitlement, in US dollars, with the names the VALMIN Code 2015 uses for the approaches:
 *
 * - `cash-flow` (income approach): net proceeds of the production that falls to the entitlement, discounted. For
 *   projects with a study at pre-feasibility level or beyond.
 * - `yardstick` (market approach): a price for each unit of metal or mineral in the ground, as comparable
 *   transactions show it, with adjustments. For earlier projects.
 *
 * An entitlement shares in net proceeds and is never asked for money: a year of loss counts as zero.
 */
import { type Decimal, type DecimalInput, decimal, one, roundTo, sum, zero } from './decimal.ts'
import { convertMass, isMassUnit, type MassUnit } from './units.ts'

/** What the inputs of a method have to be called. A yardstick may have further adjustments, each in percent. */
export const cashFlowInputs = [
  'price',
  'recovery',
  'payable',
  'royalty',
  'unit-cost',
  'discount-rate',
] as const
export const yardstickInput = 'yardstick'

/** One input with its range; `low` and `high` are the ends of the number, not of the value it gives. */
export interface ValuationInput {
  id: string
  label: string
  /** `%`, or dollars for a mass: `USD/g`, `USD/kg`, `USD/t` … */
  unit: string
  low: DecimalInput
  preferred: DecimalInput
  high: DecimalInput
  source: string
  /** Day of the source, `2026-10-31`. */
  as_of: string
}

interface ValuationBasis {
  /** Metal or mineral in the ground that the entitlement covers. */
  quantity: { value: DecimalInput; unit: MassUnit }
  /** Units that share in it. */
  units: DecimalInput
  inputs: readonly ValuationInput[]
}

export interface CashFlowModel extends ValuationBasis {
  method: 'cash-flow'
  /** When in its year a cash flow counts: in the middle, or at the end. */
  convention: 'mid-year' | 'year-end'
  /**
   * Share of the quantity mined in each year, in percent; year 1 begins on the day of the valuation. The shares add
   * up to 100 or less: what no year mines has no value.
   */
  profile: readonly { year: number; percent: DecimalInput }[]
}

export interface YardstickModel extends ValuationBasis {
  method: 'yardstick'
}

export type ValuationModel = CashFlowModel | YardstickModel

/** One year of a cash flow, in dollars; `payable` is in the unit that the price is for. */
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

/** Values that take the place of the preferred ones, by id of the input. */
export type InputValues = Readonly<Record<string, DecimalInput>>

/** The mass that an input is priced for: kg of `USD/kg`. Throws a RangeError for another unit. */
function pricedMass({ id, unit }: ValuationInput): MassUnit {
  const mass = unit.replace(/^USD\//, '')
  if (mass === unit || !isMassUnit(mass)) {
    throw new RangeError(`The input ${id} is in dollars for a mass, such as USD/kg, not in ${unit}.`)
  }
  return mass
}

/** Reads inputs by id. Throws a RangeError for one that is missing or has another unit. */
function readInputs(model: ValuationModel, values: InputValues) {
  const find = (id: string): ValuationInput => {
    const input = model.inputs.find((one) => one.id === id)
    if (!input) throw new RangeError(`The valuation needs the input ${id}.`)
    return input
  }
  const read = (input: ValuationInput): Decimal => decimal(values[input.id] ?? input.preferred)
  const fraction = (input: ValuationInput): Decimal => {
    if (input.unit !== '%') throw new RangeError(`The input ${input.id} is in %, not in ${input.unit}.`)
    return read(input).div(100)
  }
  return { find, read, fraction, share: (id: string) => fraction(find(id)) }
}

/**
 * (1 + rate)^−t for a year, where t is the year, or half a year less in the mid-year convention. The square root is
 * taken once: it is what costs time when a reader moves an input.
 */
function discountFactors(rate: Decimal, convention: CashFlowModel['convention']): (year: number) => Decimal {
  const growth = one.plus(rate)
  if (growth.lte(0)) throw new RangeError('A discount rate has to be more than -100%.')
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
 * `values` replace preferred inputs. Throws a RangeError for a missing input, a unit that does not fit, a cost for
 * another mass than the price, or a profile of more than 100%.
 */
export function cashFlowYears(model: CashFlowModel, values: InputValues = {}): CashFlowYear[] {
  const { find, read, share } = readInputs(model, values)
  const [priceInput, costInput] = [find('price'), find('unit-cost')]
  const mass = pricedMass(priceInput)
  if (pricedMass(costInput) !== mass)
    throw new RangeError('Price and unit cost have to be for the same mass.')
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
    const payable = quantity.times(decimal(percent)).div(100).times(recovery).times(paid)
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

/** The value of the entitlement in dollars, not rounded. `values` replace preferred inputs. Throws as its parts do. */
export const totalValue = (model: ValuationModel, values: InputValues = {}): Decimal =>
  model.method === 'yardstick'
    ? yardstickValue(model, values)
    : sum(cashFlowYears(model, values).map((year) => year.presentValue))

/** The value of one unit in dollars, not rounded. Throws a RangeError without units. */
export function unitValue(model: ValuationModel, values: InputValues = {}): Decimal {
  const units = decimal(model.units)
  if (units.lte(0)) throw new RangeError('A unit value needs more than zero units.')
  return totalValue(model, values).div(units)
}

/** Dollars for one unit, rounded to the cent. */
export interface UnitValueRange {
  low: Decimal
  preferred: Decimal
  high: Decimal
}

const falls: readonly string[] = ['royalty', 'unit-cost', 'discount-rate']

/** Every input at the end of its range that lowers the value, or at the one that raises it. */
function allAt(model: ValuationModel, end: 'low' | 'high'): InputValues {
  const other = end === 'low' ? 'high' : 'low'
  return Object.fromEntries(
    model.inputs.map((input) => [input.id, falls.includes(input.id) ? input[other] : input[end]]),
  )
}

/**
 * Low: every input at the unfavourable end of its range; preferred; high: every input at the favourable end. Royalty,
 * cost and discount rate are unfavourable when they are high. Always low ≤ preferred ≤ high.
 */
export function unitValueRange(model: ValuationModel): UnitValueRange {
  const cents = (values?: InputValues) => roundTo(unitValue(model, values), 2)
  return { low: cents(allAt(model, 'low')), preferred: cents(), high: cents(allAt(model, 'high')) }
}

/** One bar of a tornado: the unit value with one input at either end of its range and the others as preferred. */
export interface Sensitivity {
  input: ValuationInput
  atLow: Decimal
  atHigh: Decimal
  /** Distance between the two, not negative. */
  swing: Decimal
}

/** Sensitivities of the unit value in dollars, not rounded, the widest first. */
export function sensitivities(model: ValuationModel): Sensitivity[] {
  return model.inputs
    .map((input) => {
      const atLow = unitValue(model, { [input.id]: input.low })
      const atHigh = unitValue(model, { [input.id]: input.high })
      return { input, atLow, atHigh, swing: atHigh.minus(atLow).abs() }
    })
    .sort((a, b) => b.swing.cmp(a.swing))
}
