import { expect, test } from 'vitest'
import { addUnits, toMillionths, toUnitsString } from './unit-arithmetic.ts'

test('parses and formats units without rounding', () => {
  for (const [text, written] of [
    ['1.5', '1.500000'],
    [' 0.000001 ', '0.000001'],
    ['-12.25', '-12.250000'],
    ['999999999999.999999', '999999999999.999999'],
    ['7.', '7.000000'],
  ] as const) {
    expect(toUnitsString(toMillionths(text) ?? 0n), text).toBe(written)
  }
})

test('rejects other text', () => {
  for (const text of ['', '-', '.5', '1.0000001', '1e3', '1,5'])
    expect(toMillionths(text), text).toBeUndefined()
})

test('adds units exactly', () => {
  expect(addUnits('0.1', '0.2')).toBe('0.300000')
  expect(addUnits('0.000001', '-0.5')).toBe('-0.499999')
})
