import { expect, test } from 'vitest'
import {
  calculateRedemptionPrice,
  calculateRemainingUnits,
  normalizeUnits,
  validateUnits,
} from './movement-form.ts'

test('accepts units up to the holding, to the millionth', () => {
  for (const units of ['0.000001', '10', ' 10.500000 ', '.5'])
    expect(validateUnits(units, '10.500000')).toBeUndefined()
  expect(validateUnits('10.500001', '10.500000')).toBe('The holder has only 10.500000 units')
  for (const units of ['', '0', '-1', '0.0000001', 'ten'])
    expect(validateUnits(units, '10.500000'), units).toContain('above zero')
})

test('calculates the remaining units exactly', () => {
  expect(normalizeUnits('.5')).toBe('0.500000')
  expect(calculateRemainingUnits('10.500000', '0.1')).toBe('10.400000')
})

test('compares the price per unit with the unit value, and flags a difference above 20 percent', () => {
  expect(calculateRedemptionPrice('480', '4', '100.00')).toEqual({
    perUnit: '120.00',
    away: 20,
    isUnusual: false,
  })
  expect(calculateRedemptionPrice('480.04', '4', '100.00')).toMatchObject({
    perUnit: '120.01',
    isUnusual: true,
  })
  expect(calculateRedemptionPrice('319.96', '4', '100.00')).toMatchObject({
    perUnit: '79.99',
    isUnusual: true,
  })
  expect(calculateRedemptionPrice('0', '4', '100.00')).toMatchObject({
    perUnit: '0.00',
    away: -100,
    isUnusual: true,
  })
  expect(calculateRedemptionPrice('500', '4', undefined)).toEqual({
    perUnit: '125.00',
    away: undefined,
    isUnusual: false,
  })
  for (const [amount, units] of [
    ['', '4'],
    ['5', ''],
    ['5', '0'],
  ] as const)
    expect(calculateRedemptionPrice(amount, units, '100.00')).toBeUndefined()
})
