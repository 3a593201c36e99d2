/** What the forms of movements share. Pure. */
import { readDecimal } from '#core/format/decimal'
import { formatUnits } from '#core/format/units'
import { addUnits, readUnits } from '#site/admin/series/units.ts'

/** The error of units of a holding before they are sent. */
export function checkUnits(text: string, held: string): string | undefined {
  const units = readUnits(readDecimal(text) ?? '')
  if (units === undefined || units <= 0n) return 'Enter units above zero, with at most six decimals'
  return units > (readUnits(held) ?? 0n) ? `The holder has ${formatUnits(held)} units` : undefined
}

/** The typed units with six decimals; as they are typed where they are no number. */
export const unitsOf = (text: string): string => addUnits(readDecimal(text) ?? text)

/** What is left of a holding. */
export const unitsAfter = (held: string, text: string): string => addUnits(held, `-${unitsOf(text)}`)

/** A price more than this many percent away from the unit value is asked about once more, and flagged to the approver. */
const USUAL_PERCENT = 20

interface Price {
  /** USD for one unit, to the cent. */
  perUnit: string
  /** Percent above or below the unit value, with its sign; undefined without a unit value. */
  away: number | undefined
  isUnusual: boolean
}

/** What a redemption pays for one unit, against the unit value; undefined while one of the two is no number. */
export function priceOf(amount: string, units: string, unitValue: string | undefined): Price | undefined {
  const [paid, moved] = [Number(readDecimal(amount)), Number(readDecimal(units))]
  if (!Number.isFinite(paid) || !(moved > 0)) return undefined
  const worth = moved * Number(unitValue)
  const away = worth > 0 ? ((paid - worth) / worth) * 100 : undefined
  const isUnusual = away !== undefined && Math.abs(away) > USUAL_PERCENT
  return { perUnit: (paid / moved).toFixed(2), away, isUnusual }
}
