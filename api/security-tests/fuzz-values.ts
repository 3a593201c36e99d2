/** Values for the parameters and bodies of a described API: mostly valid by its schemas, and often not. */
import * as fc from 'fast-check'

/** The part of JSON schema that the description uses. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  additionalProperties?: unknown
  $ref?: string
}

/** There are few rows, so small numbers are their ids. */
const LIKELY_ID = 12

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

const formats: Record<string, fc.Arbitrary<string>> = {
  'email-address': fc.emailAddress(),
  'phone-number': fc.stringMatching(/^\+?[0-9() -]{5,20}$/),
  'calendar-date': day.map((text) => text.slice(0, 10)),
  'day-or-instant': fc.oneof(
    day,
    day.map((text) => text.slice(0, 10)),
  ),
  'web-address': fc.webUrl(),
  'date-time': day,
}

/** Texts that have caused bugs in other software. */
const hostile = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  "' or 1=1 --",
  '%',
  '%_\\',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>x</script>',
  '{{7*7}}',
  '\r\nSet-Cookie: a=b',
  '=cmd()',
  'NaN',
  '-0',
  '1e309',
  '2026-02-30',
  'javascript:alert(1)',
  'x'.repeat(6_000),
)

function texts({ pattern, format, minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  if (format && formats[format]) return formats[format]
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
  if (!pattern || pattern.startsWith('^[^')) return free
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength })
  } catch {
    // A lookahead cannot be generated from; decimals and symbols have one.
    return fc.stringMatching(/^[1-9][0-9]{0,9}(\.[0-9]{2})?$/)
  }
}

/** Values that a schema accepts, or nearly accepts. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number': {
      const { minimum = -1_000, maximum = 2_147_483_647 } = schema
      const likely = fc.integer({ min: minimum, max: Math.min(maximum, Math.max(minimum, LIKELY_ID)) })
      return fc.oneof({ weight: 4, arbitrary: likely }, fc.integer({ min: minimum, max: maximum }))
    }
    case 'array':
      return fc.array(arbitraryFromSchema(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: 5,
      })
    case 'object':
      return fields(schema)
    case 'string':
      return texts(schema)
    default:
      return fc.jsonValue()
  }
}

/** Values for a schema: most of them fit. */
export const arbitraryFromSchema = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.double() },
  )

/** An object that is valid half of the time; otherwise with invalid, missing or additional fields. */
function fields({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const model = (choose: (schema: JsonSchema) => fc.Arbitrary<unknown>) =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, choose(schema)]))
  const requiredKeys = required.filter((name) => name in properties)
  const complete = fc.record(model(arbitraryFromSchema), { requiredKeys })
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(model(fitting), { requiredKeys }) },
    { weight: 4, arbitrary: complete },
    { weight: 1, arbitrary: fc.record(model(arbitraryFromSchema), { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(complete, fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }))
        .map(([known, other]) => ({ ...other, ...known })),
    },
  )
}
