import * as Type from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { AmountField, DecimalField } from '#contract/amount-schema'
import type { Problem } from '#contract/problem'
import { DateOrTimestamp, MultilineText, OptionalOrEmpty, SingleLineText } from '#contract/schema-builders'
import { compileInput } from './validation.ts'

/** The value as read; undefined if it is rejected. */
function read(schema: ReturnType<typeof AmountField>, text: string): string | undefined {
  try {
    return compileInput(Type.Object({ value: schema }))(JSON.parse(`{"value":${text}}`)).value
  } catch {
    return undefined
  }
}

describe('amounts sent by callers', () => {
  const positive = AmountField('Amount', 'positive')
  const notNegative = AmountField('Fee', 'not negative')
  const any = AmountField('Net growth', 'any')

  test.each([
    ['"1250.00"', '1250.00'],
    ['"0.01"', '0.01'],
    ['1250', '1250'],
    ['0.1', '0.1'],
    ['1e2', '100'],
    ['999999999999.99', '999999999999.99'],
    ['"999999999999.99"', '999999999999.99'],
  ])('%s is read as %s', (sent, taken) => {
    expect(read(positive, sent)).toBe(taken)
  })

  test.each([
    '0',
    '-0',
    '"0"',
    '"-0"',
    '"0.00"',
    '-5',
    '0.005',
    '"0.005"',
    '1e309',
    '1e20',
    '1000000000000',
    '"1000000000000.00"',
    '"NaN"',
    '"Infinity"',
    '"1e3"',
    '" 5"',
    '"5."',
    '".5"',
    '"+5"',
    '"007"',
    '"1,250.00"',
    '""',
    'null',
    'true',
    '[5]',
  ])('%s is not an amount', (sent) => {
    expect(read(positive, sent)).toBeUndefined()
  })

  test('zero is a valid fee, minus zero is never valid', () => {
    expect(read(notNegative, '0')).toBe('0')
    expect(read(any, '"-12.5"')).toBe('-12.5')
    expect(read(any, '-12.5')).toBe('-12.5')
    for (const sent of ['-0', '"-0"', '"-0.00"']) {
      expect(read(notNegative, sent)).toBeUndefined()
      expect(read(any, sent)).toBeUndefined()
    }
  })

  test('a number that a float may have changed is rejected, its string is accepted', () => {
    const sum = DecimalField({ name: 'Value', digits: 15, range: 'not negative' })
    expect(read(sum, '99999999999999.99')).toBeUndefined()
    expect(read(sum, '"999999999999999.99"')).toBe('999999999999999.99')
  })
})

test.each([
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['0000-01-01', false],
  ['2026-03-01T10:00:00Z', true],
  ['2026-03-01T10:00:00.123+02:00', true],
  ['2026-03-01T25:00:00Z', false],
  ['2026-02-30T10:00:00Z', false],
  ['2026-03-01T10:00:00', false],
  ['9999-01-01', false],
  ['today', false],
])('%s is a day or an instant: %s', (sent, isOne) => {
  const check = () => compileInput(Type.Object({ value: DateOrTimestamp() }))({ value: sent })
  if (isOne) expect(check()).toEqual({ value: sent })
  else expect(check).toThrow('Enter a valid date')
})

describe('text written by people', () => {
  const check = compileInput(
    Type.Object({ name: SingleLineText(5), note: OptionalOrEmpty(MultilineText(10)) }),
  )
  /** The error for a name; undefined if it is accepted. */
  const refusal = (name: string, note = '') => {
    try {
      check({ name, note })
      return undefined
    } catch (error) {
      return (error as Problem).details
    }
  }

  test('is counted in characters', () => {
    expect(check({ name: '𠮷𠮷𠮷𠮷𠮷' })).toEqual({ name: '𠮷𠮷𠮷𠮷𠮷' })
    for (const name of ['𠮷𠮷𠮷𠮷𠮷𠮷', 'abcdef', 'a'.repeat(11)]) {
      expect(refusal(name)).toEqual([{ path: '/name', message: 'Name must be 5 characters or fewer' }])
    }
    expect(refusal('Ada', '𠮷'.repeat(10))).toBeUndefined()
    expect(refusal('Ada', '𠮷'.repeat(11))).toEqual([
      { path: '/note', message: 'Note must be text of up to 10 characters' },
    ])
  })

  test.each(['\u200B', '\uFEFF\u2060', '\u00AD', '\u200D', '\u200E\u200F', '\u3164', '\u2800', '\u{E0041}'])(
    'counts as missing if it has no width: %j',
    (name) => {
      expect(refusal(name)).toEqual([{ path: '/name', message: 'Name is required' }])
    },
  )

  test('is rejected without visible characters', () => {
    const seen = 'must contain a visible character'
    expect(refusal('\u0301')).toEqual([{ path: '/name', message: `Name ${seen}` }])
    for (const note of ['\u0301', '\u200D', '\u200E\u200F', '\u3164', '\u2800', '\u{E0041}']) {
      expect(refusal('Ada', note)).toEqual([{ path: '/note', message: `Note ${seen}` }])
    }
  })

  test('is rejected when diacritics are stacked on one letter', () => {
    expect(refusal('Ada', `e${'\u0335'.repeat(9)}`)).toEqual([
      { path: '/note', message: 'Note contains characters that are not allowed' },
    ])
    expect(refusal('e\u0323\u0302')).toBeUndefined()
  })

  test.each(['\u202EadA', 'A\u2066d\u2069', 'Ada\u202C'])(
    'is rejected when it reorders a line: %j',
    (name) => {
      const message = 'Name contains characters that are not allowed'
      expect(refusal(name)).toEqual([{ path: '/name', message }])
      expect(refusal('Ada', name)?.[0]?.path).toBe('/note')
    },
  )

  test('loses zero-width characters, but not the joiners that scripts need', () => {
    for (const unseen of [
      ...'\u200B\uFEFF\u2063\u{E0041}\u034F\u3164\u2800\uFFF9\u180E\u206A\uFE0F\uE000\u061C\u200E\u200D',
    ]) {
      expect([unseen, check({ name: `A${unseen}d${unseen}a` })]).toEqual([unseen, { name: 'Ada' }])
    }
    expect(check({ name: '辻\u{E0100}' })).toEqual({ name: '辻\u{E0100}' })
    expect(check({ name: 'می\u200Cر' })).toEqual({ name: 'می\u200Cر' })
    expect(check({ name: '👩\u200D🔬' })).toEqual({ name: '👩\u200D🔬' })
  })
})
