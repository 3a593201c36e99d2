/** Exact decimals. Apart from the other builders, because public pages have no such fields. */
import type { StringOptions } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Money of the platform: a decimal string with two decimals, exact. */
export const Amount = (options: StringOptions = {}) =>
  Type.String({ pattern: '^-?\\d+\\.\\d{2}$', examples: ['1250.00'], ...options })

interface DecimalRules {
  /** Its name in the message for a rejected value. */
  name: string
  /** Digits before the point, at most. */
  digits: number
  /** Digits after the point, at most; two by default. */
  decimals?: number
  /** Which side of zero is allowed. */
  range: 'positive' | 'not negative' | 'any'
}

/**
 * An exact decimal from a caller: a string such as `'1250.00'`, or a JSON number that writes out as one. The server
 * makes a string of it before validation (`decimal`), so that it never becomes a float. More decimals are rejected
 * and not rounded, and so is minus zero.
 */
export const DecimalIn = (
  { name, digits, decimals = 2, range }: DecimalRules,
  options: StringOptions = {},
) => {
  const zero = '0+(?:\\.0+)?$'
  const sign = range === 'any' ? `(?!-${zero})-?` : range === 'positive' ? `(?!${zero})` : ''
  const bound = range === 'any' ? '' : range === 'positive' ? ' above 0' : ' of at least 0'
  return Type.String({
    pattern: `^${sign}(?:0|[1-9]\\d{0,${digits - 1}})(?:\\.\\d{1,${decimals}})?$`,
    decimal: true,
    says: `${name} must be a number${bound} and below 10^${digits} with at most ${decimals} decimals`,
    description: 'A decimal string, or a JSON number of at most 15 digits',
    examples: ['1250.00'],
    ...options,
  })
}

/** Money of one row that a caller sends: below 10^12. */
export const AmountIn = (name: string, range: DecimalRules['range'], options: StringOptions = {}) =>
  DecimalIn({ name, digits: 12, range }, options)
