import { expect, test } from 'vitest'
import { hasPostalCodes } from './postal-codes.ts'

test.each([
  ['AE', false],
  ['United Arab Emirates', false],
  ['hong kong sar china', false],
  ['Switzerland', true],
  ['XK', true],
  ['', true],
])('knows whether addresses in %j have a postal code', (country, has) => {
  expect(hasPostalCodes(country)).toBe(has)
})
