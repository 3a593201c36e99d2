/** Rules for text that people write, beyond those a JSON schema can express. */
import type { TSchema } from '@sinclair/typebox'

/**
 * Invisible characters of a single line: a name with one looks like the name without. Joiners are allowed where
 * scripts need them, variation selectors behind characters that have variants: Chinese characters and emoji.
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
/** More combining marks on one letter than any script uses: they cover the lines around it. */
const STACKED_MARKS = /\p{M}{9}/u
/**
 * Characters that reorder the text around them (UAX #9, explicit embeddings, overrides and isolates): a name with one
 * can change the line it is shown on. Hebrew and Arabic need none of them.
 */
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/
/** A letter, digit, sign or symbol that is drawn. The Braille blank is a symbol without a dot. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** The schema of a text that is to be cleaned, of one that may be left empty too; undefined for any other. */
export function textSchema(schema: TSchema): TSchema | undefined {
  if (schema.cleaned) return schema
  return schema.anyOf?.find((option: TSchema) => option.cleaned)
}

/** Trims and normalises a text (NFC); removes invisible characters from a single line. */
export function cleanText(text: string, { oneLine }: TSchema): string {
  const normal = text.normalize('NFC')
  return (oneLine ? normal.replace(UNSEEN, '') : normal).trim()
}

/** The fault of a text that its schema accepts, as the end of a message; undefined when there is none. */
export function faultOfText(text: string, { minLength, maxLength }: TSchema): string | undefined {
  // A character outside the basic plane is two UTF-16 units: only a long text has to be counted.
  if (maxLength !== undefined && text.length > maxLength && [...text].length > maxLength) {
    return `must be at most ${maxLength} characters`
  }
  if (REORDERING.test(text) || STACKED_MARKS.test(text)) return 'contains characters that are not allowed'
  if (minLength >= 1 && text !== '' && !VISIBLE.test(text)) return 'must hold a character that can be seen'
  return undefined
}

/**
 * A copy of a schema for a check that counts UTF-16 units: a text may have two for each of its characters, which
 * {@link faultOfText} counts.
 */
export function widenLengths<T extends TSchema>(schema: T): T {
  const copy: TSchema = { ...schema }
  if (copy.cleaned && copy.maxLength !== undefined) copy.maxLength *= 2
  if (copy.anyOf) copy.anyOf = copy.anyOf.map((option: TSchema) => widenLengths(option))
  if (copy.items) copy.items = widenLengths(copy.items)
  if (copy.properties) {
    const properties = Object.entries<TSchema>(copy.properties)
    copy.properties = Object.fromEntries(properties.map(([name, property]) => [name, widenLengths(property)]))
  }
  return copy as T
}
