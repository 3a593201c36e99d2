import { expect, test } from 'vitest'
import { formatPriceComparison, getPriceDirection } from './price-comparison.ts'

test('a price is compared with the unit value, to one decimal of a percent', () => {
  expect(formatPriceComparison('12.50', '12.00')).toBe('4.2% above the unit value')
  expect(formatPriceComparison('3.45', '3.54')).toBe('2.5% below the unit value')
  expect(formatPriceComparison('100.01', '100.00')).toBe('less than 0.1% above the unit value')
  expect(formatPriceComparison('12.00', '12.00')).toBeUndefined()
  expect(formatPriceComparison('12.00', undefined)).toBeUndefined()
})

test('a price is above or below the unit value, or neither', () => {
  expect(getPriceDirection('100.01', '100.00')).toBe('above')
  expect(getPriceDirection('3.45', '3.54')).toBe('below')
  expect(getPriceDirection('12.00', '12.000000')).toBeUndefined()
  expect(getPriceDirection('12.00', undefined)).toBeUndefined()
})
