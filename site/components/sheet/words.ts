/** Words and numbers of a sheet, as its parts print them. */
import type { TokenData } from '#site/content/tokens/fields.ts'

export const methodName = (method: TokenData['valuation']['method']): string =>
  method === 'cash-flow' ? 'Discounted cash flow' : 'Yardstick for a unit of mineral in the ground'

const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** A decimal text with separators: '3150000' as 3,150,000; its decimals stay. */
export function groupDigits(text: string): string {
  const [whole = '', decimals] = text.split('.')
  const grouped = thousands.format(BigInt(whole))
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** `12.55` as $12.55. */
export const dollars = (text: string): string => `$${groupDigits(text)}`

/** A quantity with its unit; a percentage without a space. */
export const quantity = ({ value, unit }: { value: string; unit: string }): string =>
  unit === 'ratio' ? value : withUnit(value, unit)

/** A unit behind a number; the sign of a percentage has no space before it. */
export const unitAfter = (unit: string): string => (unit === '%' ? unit : ` ${unit}`)

/** A printed value before its unit: `95.00 USD/g`, and `95.0%` without a space. */
export const withUnit = (value: string, unit: string): string => `${groupDigits(value)}${unitAfter(unit)}`

/** A change with its sign: `+8.8`, `-0.5`, `0.0`. */
export function signed(text: string): string {
  const size = groupDigits(text.replace('-', ''))
  if (Number(text) === 0) return size
  return text.startsWith('-') ? `-${size}` : `+${size}`
}

/** Degrees of a place: 27.62° S, 26.94° E. */
export const coordinates = ({ latitude, longitude }: TokenData['district']): string =>
  `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`
