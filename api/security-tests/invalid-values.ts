/**
 * Invalid values for a field, chosen by its schema. Each is the JSON text of a value, so that values JavaScript
 * cannot write (`1e309`, `-0`, a lone surrogate) are sent as well.
 */
import type { TSchema } from '@sinclair/typebox'

/** Values that no text, number or choice accepts. */
const otherTypes = {
  anything: ['null', '[]', '{}', '[[]]', '{"toString":"x"}', '{"__proto__":"x"}'],
  exceptText: ['1', '-0', '1e309', 'true'],
}

const controlled = ['"nul\\u0000byte"', '"bell\\u0007"', '"escape\\u001b[31m"', '"c1\\u0085"']
const loneSurrogate = '"lone \\ud800 surrogate"'
const tooLong = `"${'x'.repeat(10_000)}"`

const byFormat: Record<string, string[]> = {
  'email-address': [
    '"a@b"',
    '"@x.example"',
    '"a b@x.example"',
    '"a@x.example, b@x.example"',
    '"a@x.example>\\r\\nBcc: b@x.example"',
  ],
  'phone-number': ['"12345a"', '"++++++"', '"1234"', '"١٢٣٤٥٦"'],
  'calendar-date': [
    '"2026-02-30"',
    '"2026-13-01"',
    '"0000-01-01"',
    '"2026-2-3"',
    '"today"',
    '"infinity"',
    '"12026-01-01"',
  ],
  'day-or-instant': [
    '"2026-02-30"',
    '"2026-02-03T25:00:00Z"',
    '"2026-02-03T10:00:00"',
    '"infinity"',
    '"1e3"',
  ],
  'web-address': [
    '"javascript:alert(1)"',
    '"JaVaScRiPt:alert(1)"',
    '"java\\tscript:alert(1)"',
    '"data:text/html,x"',
    '"vbscript:x"',
    '"file:///etc/passwd"',
    '"//evil.example"',
    '"https:evil.example"',
    '"https://"',
    '"https://bank.example@evil.example"',
    '"https://evil.example\\\\@bank.example"',
    '"not an address"',
    '"http://127.0.0.1:1/"',
    '"http://[::1]/"',
  ],
  'date-time': ['"2026-02-30"', '"yesterday"', '"2026-02-03T10:00:00"'],
}

const decimals = [
  '"NaN"',
  '"Infinity"',
  '"-Infinity"',
  '1e309',
  '1e20',
  '"1e3"',
  '1.0000001',
  '-0',
  '"-0"',
  '"-0.00"',
  '"0x10"',
  '"1,000.00"',
  '" 1"',
  '"+1"',
  '"٣"',
  '"1."',
  '".5"',
  '"00001"',
  '9007199254740993',
  '"99999999999999999999.00"',
  '""',
]
const integers = ['"1"', '1.5', '1e309', '-1', '99999999999', '9007199254740993', '"0x10"', 'true']

/** JSON texts that a field rejects. One that is `asTyped`, such as a password, may contain any character. */
export function listInvalidJson(schema: TSchema, asTyped = false): string[] {
  if (schema.type === 'null') return otherTypes.anything.filter((text) => text !== 'null')
  if (schema.anyOf) {
    const all = schema.anyOf.map((option: TSchema) => new Set(listInvalidJson(option, asTyped)))
    // A value that one alternative accepts is valid; an empty text means no value.
    return [...(all[0] as Set<string>)].filter(
      (text) => text !== '""' && all.every((set: Set<string>) => set.has(text)),
    )
  }
  if (schema.const !== undefined)
    return listInvalidJson({ ...schema, type: 'string', const: undefined, maxLength: 0 } as TSchema)
  if (schema.type === 'boolean') return [...otherTypes.anything, '"true"', '"false"', '0', '1', '""']
  if (schema.type === 'integer') return [...otherTypes.anything, ...integers]
  // Undeclared fields of an object are dropped: if no field is required, every object is accepted.
  if (schema.type === 'object' && !schema.required?.length) {
    return otherTypes.anything.filter((text) => !text.startsWith('{'))
  }
  if (schema.type === 'array') {
    const many = `[${Array.from({ length: 501 }, (_, at) => at + 1).join(',')}]`
    return [
      'null',
      '{}',
      '"1"',
      '1',
      ...(schema.minItems ? ['[]'] : []),
      '[null]',
      '[[1]]',
      '[1.5]',
      '[0]',
      '[-1]',
      '["1"]',
      '[99999999999]',
      many,
    ]
  }
  if (schema.decimal) {
    const [, allowed = '2'] = /\{1,(\d)\}\)\?\$$/.exec(schema.pattern ?? '') ?? []
    const finer = `0.${'0'.repeat(Number(allowed))}5`
    return [...otherTypes.anything, 'true', finer, `"${finer}"`, ...decimals, ...controlled, tooLong]
  }
  const text = [...otherTypes.anything, ...otherTypes.exceptText, loneSurrogate, tooLong]
  if (schema.enum) return [...text, ...controlled, '""', '"no such word"', '"__proto__"', '"constructor"']
  if (schema.format) return [...text, ...controlled, ...(byFormat[schema.format] ?? [])]
  return asTyped ? text : [...text, ...controlled]
}

/** Query values that a field rejects, encoded as after the `=`. */
export function listInvalidQueryValues(schema: TSchema): string[] {
  const always = ['%00', '%zz', '%', '%ff', '%ed%a0%80', 'x'.repeat(10_000), 'a%0d%0aSet-Cookie:x']
  if (schema.type === 'integer') {
    return [
      ...always,
      '-1',
      '1.5',
      '1e9',
      '1e309',
      '0x10',
      'NaN',
      '99999999999',
      '%201',
      '1%20',
      '%D9%A1',
      '1,2',
      '[]',
      '1+1',
    ]
  }
  if (schema.enum || schema.format)
    return [...always, 'no-such-word', '2026-02-30', '__proto__', '1%27%20or%201=1--']
  return always
}
