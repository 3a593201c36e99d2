/** Rules for text written by people, beyond those a JSON schema can express. */
import type { TSchema } from '@sinclair/typebox'

/**
 * Invisible characters in a single line: a name containing one looks like the name without it. Joiners are allowed in
 * scripts that need them, variation selectors after characters that have variants: Chinese characters and emoji.
 */
const UNSEEN = new RegExp(
  [
    '(?<=^|[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}\\s])[\\u200C\\u200D]',
    '(?<![\\p{Script=Han}\\p{Extended_Pictographic}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?![\\u200C\\u200D\\u202A-\\u202E\\u2066-\\u2069\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}])\\p{Default_Ignorable_Code_Point}',
    '[\\u2800\\uFFF9-\\uFFFB\\p{Co}]',
  ].join('|'),
  'gu',
)
/** More combining marks on one letter than any script uses: they cover the surrounding lines. */
const STACKED_MARKS = /\p{M}{9}/u
/**
 * Characters that reorder the surrounding text (UAX #9, explicit embeddings, overrides and isolates): a name with one
 * can change the line it is shown on. Hebrew and Arabic do not need them.
 */
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/
/** A visible letter, digit, sign or symbol. The Braille blank is a symbol without a dot. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** The schema of a text to be cleaned, or of one that may also be empty; undefined for any other. */
export function getTextSchema(schema: TSchema): TSchema | undefined {
  if (schema.cleaned) return schema
  return schema.anyOf?.find((option: TSchema) => option.cleaned)
}

/** Trims and normalizes a text (NFC), and removes invisible characters from a single line. */
export function normalizeText(text: string, { oneLine }: TSchema): string {
  const normal = text.normalize('NFC')
  return (oneLine ? normal.replace(UNSEEN, '') : normal).trim()
}

/** What is wrong with a text that its schema accepts, as the end of a message; undefined if nothing is. */
export function validateText(text: string, { minLength, maxLength }: TSchema): string | undefined {
  // A character outside the basic plane is two UTF-16 units, so only a long text has to be counted.
  if (maxLength !== undefined && text.length > maxLength && [...text].length > maxLength) {
    return `must be ${maxLength} characters or fewer`
  }
  if (REORDERING.test(text) || STACKED_MARKS.test(text)) return 'contains characters that are not allowed'
  if (minLength >= 1 && text !== '' && !VISIBLE.test(text)) return 'must contain a visible character'
  return undefined
}

/**
 * A copy of a schema for a check that counts UTF-16 units: a text may have two per character, which {@link
 * validateText} counts.
 */
export function doubleMaxLengths<T extends TSchema>(schema: T): T {
  const copy: TSchema = { ...schema }
  if (copy.cleaned && copy.maxLength !== undefined) copy.maxLength *= 2
  if (copy.anyOf) copy.anyOf = copy.anyOf.map((option: TSchema) => doubleMaxLengths(option))
  if (copy.items) copy.items = doubleMaxLengths(copy.items)
  if (copy.properties) {
    const properties = Object.entries<TSchema>(copy.properties)
    copy.properties = Object.fromEntries(
      properties.map(([name, property]) => [name, doubleMaxLengths(property)]),
    )
  }
  return copy as T
}
