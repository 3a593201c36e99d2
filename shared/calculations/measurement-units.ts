/** Units of mass, volume and grade, as used in resource statements, and exact conversion between them. */
import { type Decimal, type DecimalInput, toDecimal } from './decimal.ts'

/** Grams per unit. The troy ounce is 31.1034768 g and the pound 453.59237 g, both by definition. */
const grams = {
  g: '1',
  kg: '1e3',
  t: '1e6',
  kt: '1e9',
  Mt: '1e12',
  oz: '31.1034768',
  koz: '31103.4768',
  Moz: '31103476.8',
  lb: '453.59237',
} as const

/** Cubic meters per unit. */
const cubicMetres = { m3: '1', Mm3: '1e6' } as const

/** One unit of grade as a fraction: in grams per tonne or, by volume, grams per cubic meter. */
const gradeGrams = {
  'g/t': '1',
  ppm: '1',
  '%': '1e4',
  'kg/t': '1e3',
  'oz/t': '31.1034768',
  'g/m3': '1',
  'kg/m3': '1e3',
} as const

export type MassUnit = keyof typeof grams
export type VolumeUnit = keyof typeof cubicMetres
export type GradeUnit = keyof typeof gradeGrams

export const massUnits = Object.keys(grams) as [MassUnit, ...MassUnit[]]
export const quantityUnits = [...massUnits, ...Object.keys(cubicMetres)] as [
  MassUnit | VolumeUnit,
  ...(MassUnit | VolumeUnit)[],
]
export const gradeUnits = Object.keys(gradeGrams) as [GradeUnit, ...GradeUnit[]]

export const isMassUnit = (unit: string): unit is MassUnit => unit in grams
const isVolumeGrade = (unit: GradeUnit): boolean => unit.endsWith('/m3')

/** Converts a mass from one unit to another. */
export const convertMass = (value: DecimalInput, from: MassUnit, to: MassUnit): Decimal =>
  from === to ? toDecimal(value) : toDecimal(value).times(grams[from]).div(grams[to])

/**
 * Metal or mineral contained in a quantity of material: quantity × grade, in the unit `to`. 4.0 Mt at 2.00 g/t contain
 * 8.0 t.
 *
 * Throws a RangeError if a grade by volume (kg/m3) is applied to a mass or vice versa, and for negative values.
 */
export function calculateContainedMass(
  quantity: { value: DecimalInput; unit: MassUnit | VolumeUnit },
  grade: { value: DecimalInput; unit: GradeUnit },
  to: MassUnit,
): Decimal {
  const amount = toDecimal(quantity.value)
  const share = toDecimal(grade.value)
  if (amount.lt(0) || share.lt(0)) throw new RangeError('A quantity or a grade cannot be negative.')
  const isVolume = !isMassUnit(quantity.unit)
  if (isVolume !== isVolumeGrade(grade.unit)) {
    throw new RangeError(`A grade in ${grade.unit} cannot be applied to a quantity in ${quantity.unit}.`)
  }
  const wholes = isMassUnit(quantity.unit)
    ? amount.times(grams[quantity.unit]).div(grams.t)
    : amount.times(cubicMetres[quantity.unit])
  return wholes.times(share).times(gradeGrams[grade.unit]).div(grams[to])
}

/**
 * The grade at which a quantity of material contains a mass of metal or mineral: the inverse of
 * `calculateContainedMass`.
 */
export function calculateGrade(
  contained: { value: DecimalInput; unit: MassUnit },
  quantity: { value: DecimalInput; unit: MassUnit | VolumeUnit },
  unit: GradeUnit,
): Decimal {
  const atOne = calculateContainedMass(quantity, { value: 1, unit }, contained.unit)
  if (atOne.eq(0)) throw new RangeError('There is no mean grade because the quantity is zero.')
  return toDecimal(contained.value).div(atOne)
}
