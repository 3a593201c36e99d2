/** Exact decimals. Separate from the other builders, because public pages have no such fields. */
import type { StringOptions } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Money on the platform: an exact decimal string with two decimal places. */
export const Amount = (options: StringOptions = {}) =>
  Type.String({ pattern: '^-?\\d+\\.\\d{2}$', examples: ['1250.00'], ...options })

interface DecimalRules {
  /** Field name in the message for a rejected value. */
  name: string
  /** Maximum digits before the decimal point. */
  digits: number
  /** Maximum decimal places; two by default. */
  decimals?: number
  /** Which signs are allowed. */
  range: 'positive' | 'not negative' | 'any'
}

/**
 * An exact decimal from a caller: a string such as `'1250.00'`, or a JSON number that can be written as one. The server
 * converts it to a string before validation (`decimal`), so it never becomes a float. Extra decimal places are rejected
 * rather than rounded, and so is minus zero.
 */
export const DecimalField = (
  { name, digits, decimals = 2, range }: DecimalRules,
  options: StringOptions = {},
) => {
  const zero = '0+(?:\\.0+)?$'
  const sign = range === 'any' ? `(?!-${zero})-?` : range === 'positive' ? `(?!${zero})` : ''
  const bound = range === 'any' ? '' : range === 'positive' ? ' above 0' : ' of 0 or more'
  return Type.String({
    pattern: `^${sign}(?:0|[1-9]\\d{0,${digits - 1}})(?:\\.\\d{1,${decimals}})?$`,
    decimal: true,
    errorMessage: `${name} must be a number${bound} with up to ${digits} digits before the decimal point and up to ${decimals} decimal places`,
    description: 'Decimal string, or JSON number of up to 15 digits',
    examples: ['1250.00'],
    ...options,
  })
}

/** Amount of a single row sent by a caller: below 10^12. */
export const AmountField = (name: string, range: DecimalRules['range'], options: StringOptions = {}) =>
  DecimalField({ name, digits: 12, range }, options)
