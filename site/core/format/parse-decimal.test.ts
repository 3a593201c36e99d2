import { expect, test } from 'vitest'
import { parseDecimal } from './parse-decimal.ts'

test.each([
  ['1250.50', '1250.50'],
  [' 12 ', '12'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['007.10', '7.10'],
  ['-40', '-40'],
  ['-0.00', '0.00'],
  ['999999999999999.99', '999999999999999.99'],
  ['0.005', '0.005'],
  ['', undefined],
  ['.', undefined],
  ['-', undefined],
  ['abc', undefined],
  ['1e5', undefined],
  ['1E3', undefined],
  ['0x10', undefined],
  ['NaN', undefined],
])('reads %j as %s', (typed, read) => {
  expect(parseDecimal(typed)).toBe(read)
})
