/**
 * The vocabulary of requests and responses: one builder for each kind of value, with its bounds. The server validates
 * against it, forms take `maxlength`, `pattern` and `required` from it.
 *
 * `cleaned` declares text that the server trims and normalises (NFC) before validation, and `oneLine` text that also
 * loses characters without a width; lengths are counted in characters (code points), as in JSON Schema. `says` is the
 * message for a rejected value.
 */
import type { SchemaOptions, StringOptions, TObject, TProperties, TSchema } from '@sinclair/typebox'
// As a namespace, so that a bundler keeps only the builders in use: `{ Type }` carries all of them (9 kB).
import * as Type from '@sinclair/typebox'

/** Longest email address: RFC 5321 section 4.5.3.1, less the angle brackets. */
const EMAIL_MAX = 254
export const NAME_MAX = 100
export const SUBJECT_MAX = 200
const TEXT_MAX = 5000
const URL_MAX = 500

// Written as escapes: a source file contains no control characters.
const NO_CONTROL = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$'
const NO_CONTROL_BUT_BREAKS = '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$'

/** A name or other single line of text, with a visible character. */
export const Line = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: NO_CONTROL, cleaned: true, oneLine: true, ...options })

/** Text to search a list for; empty for the whole list. */
export const SearchText = () =>
  Type.Optional(Type.String({ maxLength: SUBJECT_MAX, pattern: NO_CONTROL, cleaned: true }))

/** Text that may contain line breaks and tabs. */
export const Text = (maxLength: number = TEXT_MAX, options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: NO_CONTROL_BUT_BREAKS, cleaned: true, ...options })

export const Email = (options: StringOptions = {}) =>
  Type.String({
    maxLength: EMAIL_MAX,
    format: 'email-address',
    cleaned: true,
    says: 'Enter a valid email address, such as name@example.com',
    ...options,
  })

export const Phone = (options: StringOptions = {}) =>
  Type.String({
    minLength: 5,
    maxLength: 32,
    pattern: '^[0-9+\\-().\\s]*$',
    format: 'phone-number',
    cleaned: true,
    says: 'Enter a phone number of 5 to 32 digits, spaces and + - ( ) .',
    ...options,
  })

/** A day that exists, as `YYYY-MM-DD`. */
export const CalendarDate = (options: StringOptions = {}) =>
  Type.String({
    maxLength: 10,
    format: 'calendar-date',
    says: 'Enter a date that exists, as YYYY-MM-DD',
    ...options,
  })

/** A calendar day, which means its midnight in UTC, or an instant with its zone (ISO 8601); years 1900 to 2199. */
export const DayOrInstant = (options: StringOptions = {}) =>
  Type.String({
    maxLength: 40,
    format: 'day-or-instant',
    says: 'Enter a date that exists, as YYYY-MM-DD or as an ISO 8601 time',
    ...options,
  })

/** A public web page: http or https, at a public name. */
export const WebAddress = (options: StringOptions = {}) =>
  Type.String({
    maxLength: URL_MAX,
    format: 'web-address',
    cleaned: true,
    says: 'Enter a public web address that starts with https:// or http://',
    ...options,
  })

/** `@name`, or a link to it on t.me. */
export const TelegramName = (options: StringOptions = {}) =>
  Type.String({
    maxLength: SUBJECT_MAX,
    pattern: '^(@|https://t\\.me/)[A-Za-z0-9_]{3,32}$',
    cleaned: true,
    says: 'Enter a Telegram username such as @yourusername, or a t.me link',
    ...options,
  })

/** An instant, ISO 8601 in UTC with `Z`; years 1900 to 2199. */
export const Timestamp = () =>
  Type.String({
    format: 'date-time',
    says: 'Enter a time that exists, in UTC, such as 2026-11-02T09:30:00.000Z',
    examples: ['2026-11-02T09:30:00.000Z'],
  })

/** An identity column's value. */
export const Id = () => Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** The last part of the path of a documentation or legal page. */
export const Slug = () => Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })

/** One of a few values. TypeBox ignores `enum` in a string, so the pattern repeats it. */
export const OneOf = <const T extends string>(words: readonly T[], options: StringOptions = {}) =>
  Type.Unsafe<T>(
    Type.String({
      enum: [...words],
      pattern: `^(?:${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`,
      says: `Choose one of ${words.join(', ')}`,
      ...options,
    }),
  )

/** A value that may be missing or empty; both mean that there is no value. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Literal('')]))

/** A value, or null where there is none. */
export const Nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/**
 * An object with the properties of another and `more`, which replace those of the same name. A call rather than a
 * spread of `properties`: a bundler drops it where nothing reads the result.
 */
export const Extended = <B extends TProperties, M extends TProperties>(base: TObject<B>, more: M) =>
  Type.Object({ ...base.properties, ...more }) as unknown as TObject<Omit<B, keyof M> & M>

/** The rules of a form field, from its schema. */
export interface FieldRules {
  required: boolean
  minLength?: number
  maxLength?: number
}

/** Reads the form rules of one property of a body, so that a bound is written once. */
export function fieldRules(
  body: { properties: Record<string, TSchema>; required?: string[] },
  name: string,
): FieldRules {
  const property = body.properties[name]
  if (!property) throw new Error(`The body has no property ${name}`)
  const bounds: TSchema = property.anyOf ? property.anyOf[0] : property
  return {
    required: body.required?.includes(name) ?? false,
    minLength: bounds.minLength,
    maxLength: bounds.maxLength,
  }
}
