import { z } from 'astro/zod'

/** A text with a minimum and a maximum length. */
export const text = (min: number, max: number) => {
  const expected = `Expected a text of ${min} to ${max} characters`
  return z
    .string({ error: `${expected}; put it in quotes if it holds a colon or looks like a number.` })
    .refine((value) => value.trim().length >= min && value.trim().length <= max, {
      error: ({ input }) => `${expected}; this one has ${String(input).trim().length}.`,
    })
}

/** A calendar date, written `2026-11-02`; YAML may already have parsed it to a date. Output as text. */
export const calendarDate = () =>
  z
    .union([z.string(), z.date()], { error: 'Expected a date such as 2026-11-02.' })
    .transform((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value))
    .refine(isCalendarDate, { error: 'Expected a date that exists, written as year-month-day: 2026-11-02.' })

/** A URL on this site (`/docs/…`, `#part`) or an https URL. */
export const address = () =>
  z
    .string({ error: 'Expected an address such as /docs/glossary.' })
    .regex(/^(\/|#|https:\/\/|mailto:)\S*$/, 'Expected an address that starts with /, # or https://.')

/** An identifier for URLs and links: lowercase with hyphens. */
export const slug = () =>
  z
    .string({ error: 'Expected a short word such as open-account.' })
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'Expected lower-case letters, digits and hyphens, such as open-account.',
    )

/** Any number; `what` describes it in the message. */
export const amount = (what: string) => z.number({ error: `Expected a number: ${what}.` })

/** A nonnegative integer. */
export const nonNegativeInteger = (what: string) =>
  z
    .int({ error: `Expected a whole number: ${what}.` })
    .min(0, `Expected a whole number that is not negative: ${what}.`)

/** One of the given words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `Expected one of: ${words.join(', ')}.` })

/** A list with a minimum and maximum length; `what` names its items in the plural. */
export const listOf = <T extends z.ZodType>(item: T, min: number, max: number, what: string) => {
  const error = `Expected a list of ${min === max ? min : `${min} to ${max}`} ${what}.`
  return z.array(item, { error }).min(min, error).max(max, error)
}

/** An object without unknown fields, so that misspelled ones are found. */
export const strictObject = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown field ${issue.keys.join(', ')}. Known fields: ${Object.keys(shape).join(', ')}.`
        : `Expected the fields ${Object.keys(shape).join(', ')}.`,
  })

function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
