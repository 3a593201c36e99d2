import { expect, test } from 'vitest'
import { compareWithValue, directionOf } from './price-against-value.ts'

test('a price is compared with the unit value, to one decimal of a percent', () => {
  expect(compareWithValue('12.50', '12.00')).toBe('4.2% above the unit value')
  expect(compareWithValue('3.45', '3.54')).toBe('2.5% below the unit value')
  expect(compareWithValue('100.01', '100.00')).toBe('less than 0.1% above the unit value')
  expect(compareWithValue('12.00', '12.00')).toBeUndefined()
  expect(compareWithValue('12.00', undefined)).toBeUndefined()
})

test('a price is above or below the unit value, or neither', () => {
  expect(directionOf('100.01', '100.00')).toBe('above')
  expect(directionOf('3.45', '3.54')).toBe('below')
  expect(directionOf('12.00', '12.000000')).toBeUndefined()
  expect(directionOf('12.00', undefined)).toBeUndefined()
})
