/** Logic shared by the movement forms. Pure functions. */
import { parseDecimal } from '#core/format/parse-decimal'
import { formatUnits } from '#core/format/units'
import { addUnits, toMillionths } from '#site/admin/catalog/series/unit-arithmetic.ts'

/** The error for units of a holding, before they are sent. */
export function validateUnits(text: string, held: string): string | undefined {
  const units = toMillionths(parseDecimal(text) ?? '')
  if (units === undefined || units <= 0n)
    return 'Enter a number of units above zero, with up to six decimal places'
  return units > (toMillionths(held) ?? 0n) ? `The holder has only ${formatUnits(held)} units` : undefined
}

/** The typed units with six decimals; unchanged if they are not a number. */
export const normalizeUnits = (text: string): string => addUnits(parseDecimal(text) ?? text)

/** The remaining holding. */
export const calculateRemainingUnits = (held: string, text: string): string =>
  addUnits(held, `-${normalizeUnits(text)}`)

/**
 * A price deviating from the unit value by more than this percentage needs confirmation and is flagged to the approver.
 */
const USUAL_PERCENT = 20

interface Price {
  /** USD for one unit, to the cent. */
  perUnit: string
  /** Percent above or below the unit value, with a sign; undefined without a unit value. */
  away: number | undefined
  isUnusual: boolean
}

/** What a redemption pays per unit, relative to the unit value; undefined if either is not a number. */
export function calculateRedemptionPrice(
  amount: string,
  units: string,
  unitValue: string | undefined,
): Price | undefined {
  const [paid, moved] = [Number(parseDecimal(amount)), Number(parseDecimal(units))]
  if (!Number.isFinite(paid) || !(moved > 0)) return undefined
  const worth = moved * Number(unitValue)
  const away = worth > 0 ? ((paid - worth) / worth) * 100 : undefined
  const isUnusual = away !== undefined && Math.abs(away) > USUAL_PERCENT
  return { perUnit: (paid / moved).toFixed(2), away, isUnusual }
}
