/** What the forms of movements share. Pure. */
import { readDecimal } from '#core/format/decimal'
import { addUnits, readUnits } from '#site/admin/series/units.ts'

/** The error of units of a holding before they are sent. */
export function checkUnits(text: string, held: string): string | undefined {
  const units = readUnits(readDecimal(text) ?? '')
  if (units === undefined || units <= 0n) return 'Enter units above zero, with at most six decimals'
  return units > (readUnits(held) ?? 0n) ? `The holder has ${held} units` : undefined
}

/** The typed units with six decimals; as they are typed where they are no number. */
export const unitsOf = (text: string): string => addUnits(readDecimal(text) ?? text)

/** What is left of a holding. */
export const unitsAfter = (held: string, text: string): string => addUnits(held, `-${unitsOf(text)}`)
