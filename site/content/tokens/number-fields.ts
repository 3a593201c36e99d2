import { z } from 'astro/zod'

/** A decimal as text, so that it keeps its reported decimals: '12.80', not 12.8. `what` describes it in the message. */
export const decimalText = (what: string) =>
  z
    .string({ error: `Expected ${what} in quotes, such as '12.80', so that its decimals are kept.` })
    .regex(/^\d+(\.\d+)?$/, `Expected ${what} as digits with a decimal point, such as '12.80'.`)

/** A decimal as text that may be negative. */
export const signedText = (what: string) =>
  z
    .string({ error: `Expected ${what} in quotes, such as '-0.5'.` })
    .regex(/^-?\d+(\.\d+)?$/, `Expected ${what} as digits with a decimal point, such as '-0.5'.`)

/** Dollars with two decimals, as text. */
export const dollars = (what: string) =>
  z
    .string({ error: `Expected ${what} in quotes, in dollars and cents: '12.50'.` })
    .regex(/^\d+\.\d{2}$/, `Expected ${what} in dollars and cents, such as '12.50'.`)

/** Meters; `what` describes the position or length. */
export const meters = (what: string) => z.number({ error: `Expected a number of meters: ${what}.` })

/** A position as two numbers in meters, such as [150, 1632]. */
export const place = (what: string) => {
  const error = `Expected ${what} as two numbers of meters, such as [150, 1632].`
  return z.tuple([z.number({ error }), z.number({ error })], { error })
}

export type Place = readonly [number, number]
