/** Units of mass, volume and grade, as resource statements use them, and conversion between them. Exact. */
import { type Decimal, type DecimalInput, decimal } from './decimal.ts'

/** Grams in one unit. The troy ounce is 31.1034768 g and the pound 453.59237 g, both by definition. */
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

/** Cubic metres in one unit. */
const cubicMetres = { m3: '1', Mm3: '1e6' } as const

/** What one of a grade is of the whole: grams in a tonne (or, by volume, grams in a cubic metre). */
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
  from === to ? decimal(value) : decimal(value).times(grams[from]).div(grams[to])

/**
 * Metal or mineral contained in a quantity of ground: quantity × grade, in the unit `to`. 4.0 Mt at 2.00 g/t hold
 * 8.0 t.
 *
 * Throws a RangeError when a grade by volume (kg/m3) meets a mass or the other way round, and for negative values.
 */
export function containedIn(
  quantity: { value: DecimalInput; unit: MassUnit | VolumeUnit },
  grade: { value: DecimalInput; unit: GradeUnit },
  to: MassUnit,
): Decimal {
  const amount = decimal(quantity.value)
  const share = decimal(grade.value)
  if (amount.lt(0) || share.lt(0)) throw new RangeError('A quantity or a grade cannot be negative.')
  const isVolume = !isMassUnit(quantity.unit)
  if (isVolume !== isVolumeGrade(grade.unit)) {
    throw new RangeError(`A grade in ${grade.unit} does not fit a quantity in ${quantity.unit}.`)
  }
  const wholes = isMassUnit(quantity.unit)
    ? amount.times(grams[quantity.unit]).div(grams.t)
    : amount.times(cubicMetres[quantity.unit])
  return wholes.times(share).times(gradeGrams[grade.unit]).div(grams[to])
}

/** The grade at which a quantity of ground holds a mass of metal or mineral: the inverse of `containedIn`. */
export function gradeOf(
  contained: { value: DecimalInput; unit: MassUnit },
  quantity: { value: DecimalInput; unit: MassUnit | VolumeUnit },
  unit: GradeUnit,
): Decimal {
  const atOne = containedIn(quantity, { value: 1, unit }, contained.unit)
  if (atOne.eq(0)) throw new RangeError('No ground, no grade: the quantity is zero.')
  return decimal(contained.value).div(atOne)
}
