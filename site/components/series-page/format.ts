/** Text and number formats of a series page. */
import type { TokenData } from '#site/content/tokens/fields.ts'

export const getMethodLabel = (method: TokenData['valuation']['method']): string =>
  method === 'cash-flow'
    ? 'Discounted cash flow'
    : 'Market approach: comparable transactions (value per unit of contained resource)'

const thousands = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** A decimal string with separators: '3150000' as 3,150,000; its decimals are kept. */
export function addThousandsSeparators(text: string): string {
  const [whole = '', decimals] = text.split('.')
  const grouped = thousands.format(BigInt(whole))
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** `12.55` as $12.55. */
export const formatDollars = (text: string): string => `$${addThousandsSeparators(text)}`

/** A quantity with its unit; no space before a percent sign. */
export const formatQuantity = ({ value, unit }: { value: string; unit: string }): string =>
  unit === 'ratio' ? value : formatWithUnit(value, unit)

/** A unit after a number; no space before a percent sign. */
export const formatUnitSuffix = (unit: string): string => (unit === '%' ? unit : ` ${unit}`)

/** A formatted value with its unit: `95.00 USD/g`, and `95.0%` without a space. */
export const formatWithUnit = (value: string, unit: string): string =>
  `${addThousandsSeparators(value)}${formatUnitSuffix(unit)}`

/** A change with its sign: `+8.8`, `-0.5`, `0.0`. */
export function formatSigned(text: string): string {
  const size = addThousandsSeparators(text.replace('-', ''))
  if (Number(text) === 0) return size
  return text.startsWith('-') ? `-${size}` : `+${size}`
}

/** Geographic coordinates in degrees: 27.62° S, 26.94° E. */
export const formatCoordinates = ({ latitude, longitude }: TokenData['district']): string =>
  `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`
