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
  ['4,500.00', '4500.00'],
  ['15,000,000', '15000000'],
  ['-1,250.5', '-1250.5'],
  ['1,5', undefined],
  ['1,2500', undefined],
  ['12,34,567', undefined],
  ['1,250,', undefined],
  ['abc', undefined],
  ['1e5', undefined],
  ['1E3', undefined],
  ['0x10', undefined],
  ['NaN', undefined],
])('reads %j as %s', (typed, read) => {
  expect(parseDecimal(typed)).toBe(read)
})
