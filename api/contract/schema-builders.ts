/**
 * The vocabulary of requests and responses: one builder for each kind of value, with its bounds. The server validates
 * against it, and forms derive `maxlength`, `pattern` and `required` from it.
 *
 * `cleaned` declares text that the server trims and normalizes (NFC) before validation, `oneLine` text that also loses
 * zero-width characters. Lengths are counted in characters (code points), as in JSON Schema. `errorMessage` is the
 * message for a rejected value.
 */
import type { SchemaOptions, StringOptions, TObject, TProperties, TSchema } from '@sinclair/typebox'
// A namespace import, so that a bundler keeps only the builders in use: `{ Type }` carries all of them (9 kB).
import * as Type from '@sinclair/typebox'

/** Maximum length of an email address: RFC 5321 section 4.5.3.1, less the angle brackets. */
const EMAIL_MAX = 254
export const NAME_MAX = 100
export const SUBJECT_MAX = 200
const TEXT_MAX = 5000
const URL_MAX = 500

// Written as escapes, so that the source file contains no control characters.
const NO_CONTROL = '^[^\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029]*$'
const NO_CONTROL_BUT_BREAKS = '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$'

/** A name or other single line of text with at least one visible character. */
export const SingleLineText = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: NO_CONTROL, cleaned: true, oneLine: true, ...options })

/** Search text for a list; empty for the whole list. */
export const SearchText = () =>
  Type.Optional(Type.String({ maxLength: SUBJECT_MAX, pattern: NO_CONTROL, cleaned: true }))

/** Text that may contain line breaks and tabs. */
export const MultilineText = (maxLength: number = TEXT_MAX, options: StringOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: NO_CONTROL_BUT_BREAKS, cleaned: true, ...options })

export const Email = (options: StringOptions = {}) =>
  Type.String({
    maxLength: EMAIL_MAX,
    format: 'email-address',
    cleaned: true,
    errorMessage: 'Enter a valid email address, such as name@example.com',
    ...options,
  })

export const Phone = (options: StringOptions = {}) =>
  Type.String({
    minLength: 5,
    maxLength: 32,
    pattern: '^[0-9+\\-().\\s]*$',
    format: 'phone-number',
    cleaned: true,
    errorMessage: 'Enter a phone number of 5 to 32 characters: digits, spaces and + - ( ) .',
    ...options,
  })

/** An existing calendar day, as `YYYY-MM-DD`. */
export const CalendarDate = (options: StringOptions = {}) =>
  Type.String({
    maxLength: 10,
    format: 'calendar-date',
    errorMessage: 'Enter a valid date (YYYY-MM-DD)',
    ...options,
  })

/** A calendar day, meaning midnight UTC, or an instant with its time zone (ISO 8601); years 2000 to 2199. */
export const DateOrTimestamp = (options: StringOptions = {}) =>
  Type.String({
    maxLength: 40,
    format: 'day-or-instant',
    errorMessage: 'Enter a valid date (YYYY-MM-DD) or ISO 8601 time',
    ...options,
  })

/** A public web page: http or https with a public host name. */
export const HttpUrl = (options: StringOptions = {}) =>
  Type.String({
    maxLength: URL_MAX,
    format: 'web-address',
    cleaned: true,
    errorMessage: 'Enter a public web address starting with https:// or http://',
    ...options,
  })

/** `@name`, or a t.me link to it. */
export const TelegramHandle = (options: StringOptions = {}) =>
  Type.String({
    maxLength: SUBJECT_MAX,
    pattern: '^(@|https://t\\.me/)[A-Za-z0-9_]{3,32}$',
    cleaned: true,
    errorMessage: 'Enter a Telegram username such as @yourusername, or a t.me link',
    ...options,
  })

/** An instant, ISO 8601 in UTC with `Z`; years 1900 to 2199. */
export const Timestamp = () =>
  Type.String({
    format: 'date-time',
    errorMessage: 'Enter a valid UTC time, for example 2026-11-02T09:30:00.000Z',
    examples: ['2026-11-02T09:30:00.000Z'],
  })

/** The value of an identity column. */
export const Id = () => Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

/** The last path segment of a documentation or legal page. */
export const Slug = () => Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })

/** One of a few values. TypeBox ignores `enum` on strings, so the pattern repeats it. */
export const StringEnum = <const T extends string>(words: readonly T[], options: StringOptions = {}) =>
  Type.Unsafe<T>(
    Type.String({
      enum: [...words],
      pattern: `^(?:${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`,
      errorMessage: `Select one of ${words.join(', ')}`,
      ...options,
    }),
  )

/** An optional value that may be missing or empty; both mean none. */
export const OptionalOrEmpty = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Literal('')]))

/** A value or null. */
export const Nullable = <T extends TSchema>(schema: T, options: SchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/**
 * The properties of another object plus `more`, which replace those of the same name. A call rather than a spread of
 * `properties`: a bundler drops it where nothing reads the result.
 */
export const ExtendObject = <B extends TProperties, M extends TProperties>(base: TObject<B>, more: M) =>
  Type.Object({ ...base.properties, ...more }, base.strict ? { strict: true } : {}) as unknown as TObject<
    Omit<B, keyof M> & M
  >

/** Form field rules derived from its schema. */
export interface FieldRules {
  required: boolean
  minLength?: number
  maxLength?: number
}

/** Reads the form rules of one body property, so that each bound is written once. */
export function getFieldRules(
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
